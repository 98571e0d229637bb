import net from 'node:net'
import type pg from 'pg'
import { onTestFinished } from 'vitest'

/** A TCP line to the server of `connection`, which listens on a socket, for a test that interrupts it. */
export async function lineTo({ host, port, user, password, database }: pg.ClientConfig, listenOn = 0) {
  const pairs = new Set<[caller: net.Socket, server: net.Socket]>()
  let isFrozen = false
  const join = ([caller, server]: [net.Socket, net.Socket]) => caller.pipe(server).pipe(caller)
  const part = ([caller, server]: [net.Socket, net.Socket]) => {
    caller.unpipe().pause()
    server.unpipe().pause()
  }
  const line = net.createServer((caller) => {
    const pair: [net.Socket, net.Socket] = [caller, net.connect(`${host}/.s.PGSQL.${port}`)]
    pairs.add(pair)
    for (const socket of pair) socket.on('error', () => {}).on('close', () => pairs.delete(pair))
    ;(isFrozen ? part : join)(pair)
  })
  await new Promise<void>((resolve) => line.listen(listenOn, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of [...pairs].flat()) socket.destroy()
    line.close()
  })
  const address = line.address() as net.AddressInfo
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${address.port}/${database}`,
    /** Nothing comes back on what is open, without a word; new connections work. */
    cut: () => pairs.forEach(part),
    /** Nothing comes back at all, as from a server that hangs, until `thaw`. */
    freeze: () => {
      isFrozen = true
      pairs.forEach(part)
    },
    thaw: () => {
      isFrozen = false
      pairs.forEach(join)
    },
  }
}
