export { planClusters, type ClusterPlan } from './plan.js';
export * from './start-world.js';
export { commonObjects, simulateCluster, type SimulatedCluster } from './world.js';
