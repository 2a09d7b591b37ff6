import { statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EyesError } from '../../../src/embeddings/encoders/encoder.ts';
import { KNOWN_MODELS, urlOf } from '../../../src/embeddings/models/known.ts';
import { PRESETS } from '../../../src/embeddings/models/presets.ts';
import type { PullRequest } from '../../../src/embeddings/models/pull.ts';
import { pullModel } from '../../../src/embeddings/models/pull.ts';
import { listModels } from '../../../src/embeddings/models/shelf.ts';
import { paperModel } from './paper-models.ts';

/** Models are pulled from a server of this test's own; `sha256` stands for the checksum that is known of the real one. */

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const MODEL = paperModel({ dim: 64 });
const SHA256 = sha256Of(MODEL);
const CLIP =
  '/Xenova/clip-vit-base-patch32/resolve/d15189d7028b43f1d3e65039190477f6af591c2a/onnx/vision_model_quantized.onnx';

type Answer = (request: IncomingMessage, response: ServerResponse, from: number) => void;

let shelf: string;
let server: Server;
let host: string;
/** What was asked for: path, and first byte. */
let asked: { readonly path: string; readonly from: number }[];
let answer: Answer;

/** All of it, or the part that is asked for. */
const serve =
  (bytes: Uint8Array): Answer =>
  (_, response, from) => {
    if (from >= bytes.length) response.writeHead(416).end();
    else response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from }).end(bytes.subarray(from));
  };

/** Breaks off after so many bytes, once some of them are kept: what has come and was not yet read is lost with a connection. */
const breakAfter =
  (bytes: Uint8Array, count: number): Answer =>
  (_, response, from) => {
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
    response.write(bytes.subarray(from, from + count));
    const part = join(shelf, '.clip.part');
    const look = setInterval(() => {
      if ((statSync(part, { throwIfNoEntry: false })?.size ?? 0) <= from) return;
      clearInterval(look);
      response.socket?.end();
    }, 5);
    response.once('close', () => clearInterval(look));
  };

beforeEach(async () => {
  shelf = await mkdtemp(join(tmpdir(), 'seance-pull-'));
  asked = [];
  answer = serve(MODEL);
  server = createServer((request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    asked.push({ path: request.url ?? '', from });
    answer(request, response, from);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  await rm(shelf, { recursive: true, force: true });
});

const pull = (more: Partial<PullRequest> = {}): ReturnType<typeof pullModel> =>
  pullModel({ known: 'clip', shelf, host, sha256: SHA256, ...more });
const names = async (): Promise<readonly string[]> => (await readdir(shelf)).toSorted();

test('fetches, checks and adds; a second time there is nothing to fetch', async () => {
  const steps: (readonly [number, number | undefined])[] = [];
  const pulled = await pull({ onProgress: (done, total) => steps.push([done, total]) });
  expect(asked).toEqual([{ path: CLIP, from: 0 }]);
  expect(steps.at(-1)).toEqual([MODEL.length, MODEL.length]);
  expect(pulled).toMatchObject({
    dir: join(shelf, 'clip'),
    url: `${host}${CLIP}`,
    wasThere: false,
    vouched: 'checksum',
    manifest: { title: 'CLIP ViT-B/32, 8 bits', preset: 'clip', source: `${host}${CLIP}`, model: { sha256: SHA256 } },
  });
  expect(await names()).toEqual(['clip']);
  expect(await readFile(join(shelf, 'clip', 'model.onnx'))).toEqual(MODEL);

  expect(await pull()).toMatchObject({ wasThere: true, manifest: pulled.manifest });
  expect(asked).toHaveLength(1);
  expect(await pull({ force: true })).toMatchObject({ wasThere: false });
  expect(asked).toHaveLength(2);
  expect((await listModels(shelf)).map(({ name }) => name)).toEqual(['clip']);
});

test('goes on where a connection broke, as long as each brings something', async () => {
  answer = breakAfter(MODEL, 300_000);
  await pull();
  expect(asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.map(({ from }) => from)).toEqual(asked.map(({ from }) => from).toSorted((a, b) => a - b));
  expect(asked[1].from).toBeGreaterThan(0);
  expect(await names()).toEqual(['clip']);
}, 60_000);

test('keeps what came when nothing more comes, and goes on from there the next time', async () => {
  answer = (request, response, from) =>
    (from === 0 ? breakAfter(MODEL, 500_000) : (): void => void response.destroy())(request, response, from);
  await expect(pull()).rejects.toThrow(
    /cannot fetch .*: the connection broke off; the [\d.]+ MB that came are kept, and the next attempt goes on from there; without internet, fetch/,
  );
  expect(await names()).toEqual(['.clip.part']);
  const kept = (await stat(join(shelf, '.clip.part'))).size;
  expect(kept).toBeGreaterThan(0);

  asked = [];
  answer = serve(MODEL);
  await pull();
  expect(asked).toEqual([{ path: CLIP, from: kept }]);
  expect(await names()).toEqual(['clip']);
});

test('begins anew where a server knows no ranges', async () => {
  await writeFile(join(shelf, '.clip.part'), MODEL.subarray(0, 1000));
  answer = (_, response) => void response.writeHead(200, { 'content-length': MODEL.length }).end(MODEL);
  await pull();
  expect(asked).toEqual([{ path: CLIP, from: 1000 }]);
  expect(await readFile(join(shelf, 'clip', 'model.onnx'))).toEqual(MODEL);
});

test('takes a part that is all there', async () => {
  await writeFile(join(shelf, '.clip.part'), MODEL);
  await pull();
  expect(await names()).toEqual(['clip']);
});

test.each([
  ['another file', Buffer.concat([MODEL.subarray(0, -1), Buffer.from('x')]), 0],
  ['the rest of another file', MODEL, 1000],
])('throws away %s, and says so', async (_, bytes, before) => {
  answer = serve(bytes);
  if (before > 0) await writeFile(join(shelf, '.clip.part'), Buffer.alloc(before, 7));
  await expect(pull()).rejects.toThrow(/has the sha256 [0-9a-f]{64}, not [0-9a-f]{64}; it is thrown away/);
  expect(await names()).toEqual([]);
});

test('the checksum that is known is asked for where none is given', async () => {
  const { clip } = KNOWN_MODELS;
  await expect(pull({ sha256: undefined })).rejects.toThrow(`has the sha256 ${SHA256}, not ${clip.sha256 ?? ''}`);
  expect(await names()).toEqual([]);
});

describe('without internet it says what to fetch, from where, and what to do with it', () => {
  const advice =
    /without internet, fetch https:\/\/huggingface\.co\/Xenova\/clip-.*\/vision_model_quantized\.onnx \(89 MB, sha256 583fd111[0-9a-f]{56}\) elsewhere, bring it here, and to put it into .*clip run: seance model add vision_model_quantized\.onnx --preset clip --name clip$/;
  const refused = async (told: RegExp): Promise<void> => {
    const trial = pull({ sha256: undefined });
    await expect(trial).rejects.toThrow(EyesError);
    await expect(trial).rejects.toThrow(told);
    await expect(trial).rejects.toThrow(advice);
    await expect(trial).rejects.not.toThrow('\n');
    expect(await names()).toEqual([]);
  };

  test('where nobody listens', async () => {
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await refused(/: the connection is refused; /);
  });
  test('where the file is not', () => {
    answer = (_, response) => void response.writeHead(404).end('no');
    return refused(/the server answers 404 Not Found/);
  });
  test('where the server is broken', () => {
    answer = (_, response) => void response.writeHead(503).end();
    return refused(/the server answers 503/);
  });
  test('where the connection breaks before anything comes', () => {
    answer = (_, response) => void response.destroy();
    return refused(/the connection broke off/);
  });

  test('a host that does not exist', async () => {
    await expect(pull({ host: 'http://nowhere.invalid' })).rejects.toThrow(
      /cannot fetch http:\/\/nowhere\.invalid\/.*; without internet, fetch/,
    );
  });
});

test('a login page instead of a model is thrown away', async () => {
  answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>log in</html>');
  await expect(pull()).rejects.toThrow(/it is thrown away/);
  const { mobilenet } = KNOWN_MODELS;
  expect(mobilenet.sha256).toBeUndefined();
  await expect(pull({ known: 'mobilenet', sha256: undefined })).rejects.toThrow(/is no ONNX model, or was cut short/);
  expect((await names()).filter((name) => !name.startsWith('.'))).toEqual([]);
});

test('a model without a known checksum is trusted once, and must be the same from then on', async () => {
  const first = paperModel({ output: 'logits', dim: 20 });
  answer = serve(first);
  const request = { known: 'mobilenet', sha256: undefined, force: true };
  const pulled = await pull(request);
  expect(pulled).toMatchObject({ vouched: 'first use', manifest: { model: { sha256: sha256Of(first) } } });
  expect(await pull(request)).toMatchObject({ vouched: 'checksum' });
  expect(await pull({ ...request, force: false })).toMatchObject({ wasThere: true, vouched: 'checksum' });

  answer = serve(paperModel({ output: 'logits', dim: 21 }));
  await expect(pull(request)).rejects.toThrow(`not ${sha256Of(first)}; it is thrown away`);
  expect(await readFile(join(shelf, 'mobilenet', 'model.onnx'))).toEqual(first);
});

test('halves of a model without a known checksum are never joined', async () => {
  const model = paperModel({ output: 'logits', dim: 20 });
  await writeFile(join(shelf, '.mobilenet.part'), Buffer.alloc(1000, 7));
  answer = serve(model);
  await pull({ known: 'mobilenet', sha256: undefined });
  expect(asked.map(({ from }) => from)).toEqual([0]);
  expect(await readFile(join(shelf, 'mobilenet', 'model.onnx'))).toEqual(model);
});

test('of two that pull the same model at once one is told to wait', async () => {
  const trials = await Promise.allSettled([pull(), pull()]);
  expect(trials.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const failed = trials.find((trial) => trial.status === 'rejected');
  expect(String(failed?.reason)).toMatch(/clip is being fetched by another process \(\d+\); wait for it, or end it/);
  expect(asked).toHaveLength(1);
  expect(await names()).toEqual(['clip']);
});

test('two models at once do not disturb each other', async () => {
  await Promise.all([pull({ name: 'one' }), pull({ name: 'two' })]);
  expect(await names()).toEqual(['one', 'two']);
});

test('what a process that died has locked is taken', async () => {
  await writeFile(join(shelf, '.clip.lock'), '4194999'); // above the largest process number of Linux
  await pull();
  expect(await names()).toEqual(['clip']);
});

test('a stop keeps what came', async () => {
  const stop = new AbortController();
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': MODEL.length });
    response.write(MODEL.subarray(0, 100_000));
  };
  const trial = pull({ signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
  await expect(trial).rejects.toThrow('enough');
  expect(await names()).toEqual(['.clip.part']);
  answer = serve(MODEL);
  await pull();
  expect(asked[1].from).toBeGreaterThan(0);
});

test('another model of that name is left alone', async () => {
  await pull();
  await expect(pull({ sha256: 'f'.repeat(64) })).rejects.toThrow(
    /there is another model clip already .*--name.*--force/,
  );
  expect(asked).toHaveLength(1);
});

test.each(['../x', 'bundled', ''])('nothing is fetched for the name %j', async (name) => {
  await expect(pull({ name })).rejects.toThrow(EyesError);
  expect(asked).toEqual([]);
  expect(await names()).toEqual([]);
});

test('an unknown model, and a shelf that cannot be written', async () => {
  await expect(pull({ known: 'toString' })).rejects.toThrow(/no model "toString" is known; there are clip, /);
  await mkdir(join(shelf, 'x'));
  await writeFile(join(shelf, 'file'), '');
  await expect(pull({ shelf: join(shelf, 'file') })).rejects.toThrow(/cannot put a model into .*\$SEANCE_MODELS/);
});

test.each(Object.entries(KNOWN_MODELS))('%s is described whole', (_, known) => {
  expect(Object.keys(PRESETS)).toContain(known.preset);
  expect(known.repository).toMatch(/^[\w-]+\/[\w.-]+$/);
  expect(known.path).toMatch(/^onnx\/\w+\.onnx$/);
  if (known.sha256 === undefined) expect(known.revision).toBe('main');
  else {
    expect(known.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(known.revision, 'a checksum is of one commit').toMatch(/^[0-9a-f]{40}$/);
  }
  expect(urlOf(known, 'https://mirror.example/models/')).toBe(
    `https://mirror.example/models/${known.repository}/resolve/${known.revision}/${known.path}`,
  );
});
