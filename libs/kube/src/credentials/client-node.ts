/**
 * The only door to the package, and a file of its own: imported dynamically it is loaded when first
 * needed (half a second and 70 MB), and a bundler can still leave out the rest of the package.
 */
export { KubeConfig } from '@kubernetes/client-node';
