import { workerData } from 'node:worker_threads';
import { gameOf } from '../agents/catalog.ts';
import { Programs } from '../outside/programs.ts';
import { runChunk } from './chunk.ts';
import type { Chunk, Job } from './chunk.ts';
import type { Briefing } from './executor.ts';

const { knowledge: shared, stop, limits } = workerData as Briefing; // only `threadExecutor` starts this file

const isStopped = (): boolean => Atomics.load(stop, 0) !== 0;
const knowledge = limits === undefined ? shared : { ...shared, outside: new Programs(limits, isStopped) };

export const play = (job: Job): Chunk => runChunk(gameOf(job.experiment.game), knowledge, job, isStopped);
