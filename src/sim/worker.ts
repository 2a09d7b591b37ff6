import { workerData } from 'node:worker_threads';
import { gameOf } from '../agents/catalog.ts';
import { runChunk } from './chunk.ts';
import type { Chunk, Job } from './chunk.ts';
import type { Briefing } from './executor.ts';

const { knowledge, stop } = workerData as Briefing; // only `threadExecutor` starts this file

export const play = (job: Job): Chunk =>
  runChunk(gameOf(job.experiment.game), knowledge, job, () => Atomics.load(stop, 0) !== 0);
