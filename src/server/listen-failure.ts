import { OperatorError } from './operator-error.ts'

/** Why nobody can listen there, as a sentence; other errors unchanged. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new OperatorError(`Port ${port} is taken. Stop the other program, or set PORT to a free one.`)
  }
  if (error.code === 'EACCES') {
    return new OperatorError(`This account may not listen on port ${port}. Set PORT to one above 1023.`)
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorError(
      `HOST is "${host}", which is no address of this machine. Use localhost or 0.0.0.0.`,
    )
  }
  return error
}
