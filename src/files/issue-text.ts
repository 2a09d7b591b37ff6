import type { z } from 'zod';

const KINDS: Readonly<Record<string, string | undefined>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list [...]',
  tuple: 'a list [...]',
  object: 'an object {...}',
  record: 'an object {...}',
};

/** What zod found, in our words; what a schema says in its own words stays. */
export function issueText(issue: z.core.$ZodIssue): string {
  const { code, message } = issue;
  if (code === 'invalid_type' && message.startsWith('Invalid input'))
    return message.endsWith('received undefined') ? 'is missing' : `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (code === 'invalid_value' && /^Invalid (input|option)/.test(message))
    return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
  if (code === 'too_small' && message.startsWith('Too small'))
    return issue.origin === 'string' && issue.minimum === 1
      ? 'must not be empty'
      : `must be ${issue.inclusive === true ? 'at least' : 'above'} ${issue.minimum}`;
  if (code === 'too_big' && message.startsWith('Too big'))
    return `must be ${issue.inclusive === true ? 'at most' : 'below'} ${issue.maximum}`;
  if (code === 'unrecognized_keys') return `has ${issue.keys.join(', ')}, of which nothing is known`;
  return message;
}
