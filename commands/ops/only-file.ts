import { misused, readParameters } from './parameters.ts'

/** The one parameter of a command that takes a file and nothing else. */
export function onlyFile(parameters: string[], usage: string): string {
  const [file, ...more] = readParameters(parameters, {}, usage).positionals
  if (!file || more.length > 0) throw misused('Give one file.', usage)
  return file
}
