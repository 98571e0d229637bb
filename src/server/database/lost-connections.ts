import type pg from 'pg'
import { isAwayError } from './away.ts'

/**
 * Ends a connection on which a query found the database away. Whoever borrowed it hands it back as sound: where the server
 * fell silent, everybody after them would wait for nothing, until the kernel gives it up in a quarter of an hour.
 */
export function endWhenLost(client: pg.PoolClient): void {
  const send: (...args: unknown[]) => unknown = client.query.bind(client)
  const sendAndWatch = (...args: unknown[]) => {
    const answer = send(...args)
    if (answer instanceof Promise) answer.catch((error) => isAwayError(error) && end(client))
    return answer
  }
  client.query = sendAndWatch as typeof client.query
}

/** At once: what is asked of it at this moment gets no answer any more. The pool takes no connection back that has ended. */
function end(client: pg.PoolClient): void {
  void (client as unknown as pg.Client).end().catch(() => {})
}
