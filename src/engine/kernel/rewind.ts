/**
 * Notes plain data as it is now; the function it returns puts the data back so, in place.
 * Without it a deal could depend on the game played before it. Frozen objects cannot change and are left alone.
 */
export function recorder(data: object): () => void {
  const vectors: { readonly live: Uint8Array; readonly blank: Uint8Array }[] = [];
  const fields: { readonly owner: Record<string, unknown>; readonly key: string; readonly value: unknown }[] = [];
  const visit = (owner: object): void => {
    for (const [key, value] of Object.entries(owner)) {
      if (ArrayBuffer.isView(value)) {
        const live = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
        vectors.push({ live, blank: live.slice() });
      } else if (typeof value === 'object' && value !== null) {
        if (!Object.isFrozen(value)) visit(value);
      } else {
        fields.push({ owner: owner as Record<string, unknown>, key, value });
      }
    }
  };
  visit(data);
  return () => {
    for (const { live, blank } of vectors) live.set(blank);
    for (const { owner, key, value } of fields) owner[key] = value;
  };
}
