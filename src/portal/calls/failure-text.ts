import { reasonAfter } from './call-failure.ts'

/** A sentence about what failed, and the reason after it; undefined if nothing did. Apart, because the first screens do without it. */
export function failureText(
  sentence: string,
  error: unknown,
  byCode?: Readonly<Record<string, string>>,
): string | undefined {
  return error ? [sentence, reasonAfter(sentence, error, byCode)].filter(Boolean).join(' ') : undefined
}
