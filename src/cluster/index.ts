export type { Address } from './address.ts';
export { ClusterError, readAddress } from './address.ts';
export { buildDigest } from './build.ts';
export type { ClusterExecutor, ClusterNews } from './executor.ts';
export { clusterExecutor } from './executor.ts';
export type { Common } from './run.ts';
export type { WorkerNews, WorkerOptions } from './worker.ts';
export { serve } from './worker.ts';
