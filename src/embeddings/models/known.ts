import { EyesError } from '../encoders/encoder.ts';

/** A model that is published as ONNX, and where. */
export interface KnownModel {
  readonly title: string;
  readonly license: string;
  readonly preset: string;
  /** Below the host: owner and name. */
  readonly repository: string;
  /** The commit that `sha256` is of; a branch where there is none. */
  readonly revision: string;
  readonly path: string;
  /** Undefined where no source states it: then the first download is trusted, recorded, and every later one compared with it. */
  readonly sha256: string | undefined;
  /** In megabytes, for people. */
  readonly megabytes: number;
}

/** The public host of all of them. */
export const HOST = 'https://huggingface.co';

/** By the name they get on the shelf. The checksums are those that the repositories state for these files (Git LFS, SHA256). */
export const KNOWN_MODELS: Readonly<Record<string, KnownModel>> = {
  clip: {
    title: 'CLIP ViT-B/32, 8 bits',
    license: 'MIT (OpenAI CLIP)',
    preset: 'clip',
    repository: 'Xenova/clip-vit-base-patch32',
    revision: 'd15189d7028b43f1d3e65039190477f6af591c2a',
    path: 'onnx/vision_model_quantized.onnx',
    sha256: '583fd1110a514667812fee7d684952aaf82a99b959760c8d7dca7e0ab9839299',
    megabytes: 89,
  },
  'clip-full': {
    title: 'CLIP ViT-B/32, 32 bits',
    license: 'MIT (OpenAI CLIP)',
    preset: 'clip',
    repository: 'Xenova/clip-vit-base-patch32',
    revision: '4c1807b705b1d015fb032789cc4d221b23025a6f',
    path: 'onnx/vision_model.onnx',
    sha256: 'fd6e1402a588279d1723c7534d4bcba5bc0b14b47dfab0e46f8c47b8270d7d40',
    megabytes: 352,
  },
  siglip: {
    title: 'SigLIP base, patch 16, 224 px, 8 bits',
    license: 'Apache-2.0 (Google SigLIP)',
    preset: 'siglip',
    repository: 'Xenova/siglip-base-patch16-224',
    revision: '4649052661e53c7000355844105f8a1792088239',
    path: 'onnx/vision_model_quantized.onnx',
    sha256: 'ef14a954f3d57e1806666432bd9785004c1dc27100aa260eee0cb0f10a5de058',
    megabytes: 99,
  },
  dinov2: {
    title: 'DINOv2 small, patch 14',
    license: 'Apache-2.0 (Meta DINOv2)',
    preset: 'dinov2',
    repository: 'Xenova/dinov2-small',
    revision: '560a572cedd01ab59cf1a614c2d9673397b65ef2',
    path: 'onnx/model.onnx',
    sha256: '83141175ec78b4ff9a2bb58a4c7c264ba0054d1c2e122e5a8114b79a8d4179ea',
    megabytes: 88,
  },
  mobilenet: {
    title: 'MobileNetV4 small',
    license: 'Apache-2.0 (timm)',
    preset: 'mobilenet',
    repository: 'onnx-community/mobilenetv4_conv_small.e2400_r224_in1k',
    revision: 'main',
    path: 'onnx/model.onnx',
    sha256: undefined,
    megabytes: 15,
  },
};

/** Throws EyesError for a model that is not known. */
export function knownOf(name: string): KnownModel {
  if (Object.hasOwn(KNOWN_MODELS, name)) return KNOWN_MODELS[name];
  throw new EyesError(
    `no model "${name}" is known; there are ${Object.keys(KNOWN_MODELS).join(', ')} (any other ONNX file: seance model add FILE)`,
  );
}

/** The known model whose file has this sha256. */
export const knownBySha256 = (sha256: string): readonly [string, KnownModel] | undefined =>
  Object.entries(KNOWN_MODELS).find(([, known]) => known.sha256 === sha256);

/** Where a model's file is, below `host`, which may be a mirror. */
export const urlOf = ({ repository, revision, path }: KnownModel, host: string): string =>
  `${host.replace(/\/+$/, '')}/${repository}/resolve/${revision}/${path}`;
