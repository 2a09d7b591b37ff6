export type { Address } from './address.ts';
export { ClusterError, readAddress } from './address.ts';
export { buildDigest } from './build.ts';
export type { ClusterExecutor } from './executor.ts';
export { clusterExecutor } from './executor.ts';
export { serve } from './worker.ts';
