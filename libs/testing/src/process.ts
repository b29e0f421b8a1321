export {
  freePort,
  startChild,
  until,
  type Child,
  type ChildExit,
  type ChildOptions,
  type UntilOptions,
} from '@slipway/kube-apiserver/process';
