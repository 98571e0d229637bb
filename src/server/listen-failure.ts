import { OperatorError } from './operator-error.ts'

/** Turns a listen error into an OperatorError, which names PORT and HOST; returns other errors unchanged. */
export function toListenError(
  error: NodeJS.ErrnoException,
  { port, host }: { port: number; host: string },
  prefix: '' | 'METRICS_' = '',
): Error {
  if (error.code === 'EADDRINUSE') {
    return new OperatorError(
      `Port ${port} is in use. Stop the other program, or set ${prefix}PORT to a free port.`,
    )
  }
  if (error.code === 'EACCES') {
    return new OperatorError(
      `This account is not allowed to listen on port ${port}. Set ${prefix}PORT to a port above 1023.`,
    )
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new OperatorError(
      `${prefix}HOST is "${host}", which is not an address of this machine. Use localhost or 0.0.0.0.`,
    )
  }
  return error
}
