import { startProgram } from '#commands/trial/child.ts'
import type { Cleanup } from '#commands/trial/cleanup.ts'
import { newTemporaryInstance } from '#commands/trial/temporary-instance.ts'
import { OperatorError } from '#server/operator-error.ts'

/** Starts the product as `npm start` does, on a port and a data folder of its own. Answers its pages' addresses. */
export async function startPublicPages(cleanup: Cleanup): Promise<string[]> {
  const { url, env } = await newTemporaryInstance(cleanup)
  const child = await startProgram(cleanup, env, 'server')
  await new Promise<void>((ready, failed) => {
    let printed = ''
    child.stdout?.on('data', (part) => {
      printed += part
      if (/^Ready on /m.test(printed)) ready()
    })
    child.on('exit', () => failed(new OperatorError(`The product did not start.\n${printed}`)))
  })
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
}
