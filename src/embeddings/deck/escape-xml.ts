/** Text as XML and HTML hold it, in elements and in quoted attributes: marks escaped, control characters gone. */
export const escapeXml = (words: string): string =>
  words
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
