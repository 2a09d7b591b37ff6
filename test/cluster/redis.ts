import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { REDIS_SERVER } from '../kit/needs.ts';

/** A real Redis server on this machine, which keeps nothing on disk. */
export interface RedisServer {
  readonly port: number;
  /** Kills it, as a power cut would; everything in it is lost. */
  kill(): Promise<void>;
  /** Starts it again, empty. */
  start(): Promise<void>;
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server that asks for a password. */
export async function redisServer(password: string): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    port,
    async start() {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
      child = spawn(REDIS_SERVER ?? '', [...options, '--requirepass', password], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
      while (!said.includes('Ready to accept connections')) {
        if (child.exitCode !== null) throw new Error(`redis-server does not start: ${said}`);
        await setTimeout(20);
      }
    },
    async kill() {
      if (child?.exitCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  await server.start();
  return server;
}
