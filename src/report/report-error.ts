/** A report cannot be made. The message is one line: what, where, and what to do. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}
