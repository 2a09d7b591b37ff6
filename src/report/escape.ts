/** Text as HTML holds it, in elements and in quoted attributes: marks escaped, control characters gone. A number stays with its per cent. */
export const escape = (text: string): string =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(' %', '&nbsp;%');
