import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { Sfc32 } from '../../../src/engine/kernel/rng.ts';

/** A picture of blurred patches that no other seed has. */
export function paintScan(seed: number, width = 60, height = 90): Sharp {
  const rng = new Sfc32(seed + 1);
  const patches = Uint8Array.from({ length: 5 * 7 * 3 }, () => rng.below(256));
  return sharp(patches, { raw: { width: 5, height: 7, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .withMetadata();
}

/** A folder of scans that goes away at the end; `write` makes the folders a file needs. */
export interface ScanFolder {
  readonly home: string;
  at(...names: readonly string[]): string;
  write(file: string, bytes: Uint8Array | string): void;
  remove(): void;
}

export function makeScanFolder(): ScanFolder {
  const home = mkdtempSync(join(tmpdir(), 'seance-scans-'));
  const at = (...names: readonly string[]): string => join(home, ...names);
  return {
    home,
    at,
    write(file, bytes) {
      mkdirSync(dirname(at(file)), { recursive: true });
      writeFileSync(at(file), bytes);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A PNG whose head says that it has so many pixels, whatever it has. */
export async function boast(width: number, height: number): Promise<Buffer> {
  const png = await paintScan(1).png().toBuffer();
  // A PNG's size stands in its first chunk, bytes 16 to 24, under a checksum of bytes 12 to 29.
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}
