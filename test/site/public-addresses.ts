import type { FastifyInstance } from 'fastify'
import { publicUrl, readPage } from './website.ts'

/** The addresses of all public pages, as the sitemap lists them. */
export async function publicAddresses(app: FastifyInstance): Promise<string[]> {
  const map = await readPage(app, '/sitemap.xml')
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address.slice(publicUrl.length))
}
