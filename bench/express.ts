import type { AddressInfo } from 'node:net'
import express, { type NextFunction, type Request, type Response } from 'express'
import helmet from 'helmet'
import jwt from 'jsonwebtoken'
import createKnex from 'knex'
import pg from 'pg'
import { pinoHttp } from 'pino-http'
import * as z from 'zod'
import { connections, type ServerSettings } from './tables.ts'

/*
 * The same calls as a competent contractor writes them: Express, knex, zod, jsonwebtoken, helmet and a request log. It
 * trusts the token (no session row), and writes no audit. On the tables and indexes of the bare server.
 */

const clientStatus = z.enum(['active', 'inactive', 'pending', 'discharged'])

const clientBody = z.object({
  firstName: z.string().trim().min(1).max(200),
  lastName: z.string().trim().min(1).max(200),
  status: clientStatus.nullish(),
  service: z.string().trim().min(1).max(200),
  email: z.email(),
  phone: z.string().regex(/^\d{10,15}$/),
  address: z.string().trim().min(1).max(500),
  dateOfBirth: z.iso.date(),
})
const noteBody = z.object({ text: z.string().trim().min(1).max(10_000) })
const searchBody = z.object({
  search: z.string().trim().min(1).max(200),
  limit: z.int().min(1).max(100).default(50),
})
const idParam = z.object({ id: z.uuid() })
const claims = z.object({ sub: z.string(), email: z.string(), role: z.string() })

const listedColumns = {
  _id: 'id',
  id: 'id',
  firstName: 'first_name',
  lastName: 'last_name',
  dateOfBirth: 'date_of_birth',
  status: 'status',
  phone: 'phone',
  lastNoteAt: 'last_note_at',
  createdAt: 'created_at',
  version: 'version',
}
const clientColumns = {
  ...listedColumns,
  service: 'service',
  email: 'email',
  address: 'address',
  updatedAt: 'updated_at',
}
const noteColumns = {
  _id: 'id',
  id: 'id',
  clientId: 'client_id',
  text: 'text',
  author: 'author_email',
  authorName: 'author_name',
  date: 'created_at',
  createdAt: 'created_at',
  editedAt: 'edited_at',
  editedBy: 'edited_by_email',
  editedByName: 'edited_by_name',
  version: 'version',
}
const employeeColumns = {
  _id: 'id',
  id: 'id',
  firstName: 'first_name',
  lastName: 'last_name',
  dob: 'dob',
  email: 'email',
  phone: 'phone',
  address: 'address',
  role: 'role',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  version: 'version',
}
const inOrder = ['sort_last', 'sort_first', 'id']

process.once('message', (settings: ServerSettings) => serve(settings))
process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole group; the process that started this one ends it.
process.on('SIGINT', () => {})

function serve({ host, connection, sessionSecret }: ServerSettings): void {
  // Dates stay text; instants become Date objects, which JSON.stringify turns into text.
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
  const knex = createKnex({ client: 'pg', connection, pool: { min: 0, max: connections } })
  const clients = () => knex('bench.clients').whereNull('deleted_at')
  const notes = () => knex('bench.notes').whereNull('deleted_at')

  const app = express()
  app.disable('etag')
  app.use(helmet())
  app.use(pinoHttp())
  app.use(express.json({ limit: '100kb' }))

  app.get('/api/health', async (_request, response) => {
    await knex.raw('SELECT 1')
    response.json({ status: 'ok' })
  })

  app.use('/api', (request, response, next) => {
    const token = request.get('authorization')?.replace(/^Bearer /, '')
    try {
      const payload = jwt.verify(token ?? '', sessionSecret, {
        algorithms: ['HS256'],
        issuer: 'stable-housing',
        audience: 'stable-housing-portal',
      })
      response.locals.user = claims.parse(payload)
      next()
    } catch {
      response.status(401).json({ message: 'Please sign in.' })
    }
  })

  app.get('/api/clients', async (_request, response) => {
    response.json(await clients().select(clientColumns).orderBy(inOrder))
  })

  app.get('/api/clients/summary', async (_request, response) => {
    const rows = await clients()
      .groupBy('status')
      .select({ status: 'status', count: knex.raw('count(*)') })
    const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
    for (const { status, count } of rows) counts[status ?? 'Unknown'] = Number(count)
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    response.json({ range: 'all', total, counts })
  })

  app.post('/api/clients/search', async (request, response) => {
    const { search, limit } = searchBody.parse(request.body)
    const found = clients().whereLike('search', `%${search.toLowerCase()}%`)
    const [items, [counted]] = await Promise.all([
      found.clone().select(listedColumns).orderBy(inOrder).limit(limit),
      found.clone().count({ total: '*' }),
    ])
    response.json({ items, total: Number(counted?.total) })
  })

  app.get('/api/clients/:id', async (request, response) => {
    const { id } = idParam.parse(request.params)
    const client = await clients().where({ id }).first(clientColumns)
    if (!client) return missing(response)
    response.json(client)
  })

  app.put('/api/clients/:id', async (request, response) => {
    const { id } = idParam.parse(request.params)
    const { firstName, lastName, status, service, email, phone, address, dateOfBirth } = clientBody.parse(
      request.body,
    )
    const [client] = await clients()
      .where({ id })
      .update({
        first_name: firstName,
        last_name: lastName,
        status: status ?? null,
        service,
        email,
        phone,
        address,
        date_of_birth: dateOfBirth,
        updated_at: new Date(),
        version: knex.raw('version + 1'),
        search: knex.raw('lower(unaccent(?))', `${firstName} ${lastName}`),
        sort_last: knex.raw('lower(unaccent(?))', lastName),
        sort_first: knex.raw('lower(unaccent(?))', firstName),
      })
      .returning(Object.entries(clientColumns).map(([name, column]) => knex.ref(column).as(name)))
    if (!client) return missing(response)
    response.json(client)
  })

  app.get('/api/clients/:id/notes', async (request, response) => {
    const { id } = idParam.parse(request.params)
    const found = await notes()
      .where({ client_id: id })
      .select(noteColumns)
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
    if (found.length === 0 && !(await clients().where({ id }).first('id'))) return missing(response)
    response.json(found)
  })

  app.post('/api/clients/:id/notes', async (request, response) => {
    const { id } = idParam.parse(request.params)
    const { text } = noteBody.parse(request.body)
    if (!(await clients().where({ id }).first('id'))) return missing(response)
    const { sub, email } = claims.parse(response.locals.user)
    const [note] = await knex('bench.notes')
      .insert({ client_id: id, text, author_id: sub, author_email: email, created_at: new Date() })
      .returning(Object.entries(noteColumns).map(([name, column]) => knex.ref(column).as(name)))
    response.status(201).json(note)
  })

  app.get('/api/employees', async (_request, response) => {
    const employees = await knex('employees')
      .whereNull('deleted_at')
      .select({
        ...employeeColumns,
        hasPassword: knex.raw('password_hash IS NOT NULL'),
        hasTwoStep: knex.raw('two_step_at IS NOT NULL'),
      })
      .orderByRaw('lower(unaccent(last_name)) COLLATE "C", lower(unaccent(first_name)) COLLATE "C", id')
    response.json(employees)
  })

  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error)
    if (error instanceof z.ZodError) {
      response.status(400).json({ message: 'Please check what you entered.', errors: z.treeifyError(error) })
      return
    }
    request.log.error(error)
    response.status(500).json({ message: 'Something went wrong.' })
  })

  const server = app.listen(0, host, () => process.send?.((server.address() as AddressInfo).port))
}

function missing(response: Response): void {
  response.status(404).json({ message: 'Not found.' })
}
