import express, { type NextFunction, type Request, type Response } from 'express'
import helmet from 'helmet'
import jwt from 'jsonwebtoken'
import createKnex, { type Knex } from 'knex'
import pg from 'pg'
import { pinoHttp } from 'pino-http'
import * as z from 'zod'
import { cards, clientColumns, employeeColumns, listedColumns, noteColumns } from './tables.ts'

/*
 * The same calls as a competent contractor writes them: Express, knex, zod, jsonwebtoken, helmet and a request log. It
 * trusts the token (no session row), and writes no audit. On the tables and indexes of the bare server.
 */

const { DATABASE_URL, HOST = '', PORT, SESSION_SECRET = '', CONNECTIONS } = process.env

// The benchmark that started this program has ended.
process.on('disconnect', () => process.exit())

const clientBody = z.object({
  firstName: z.string().trim().min(1).max(200),
  lastName: z.string().trim().min(1).max(200),
  status: z.enum(['active', 'inactive', 'pending', 'discharged']).nullish(),
  service: z.string().trim().min(1).max(200),
  email: z.email(),
  phone: z.string().regex(/^\d{10,15}$/),
  address: z.string().trim().min(1).max(500),
  dateOfBirth: z.iso.date(),
})
const noteBody = z.object({
  text: z.string().trim().min(1).max(10_000),
  serviceDate: z.iso.date().optional(),
  startTime: z.iso.time().optional(),
  endTime: z.iso.time().optional(),
  service: z.string().max(50).optional(),
  contact: z.string().max(50).optional(),
  place: z.string().trim().max(200).optional(),
  followUp: z.object({ on: z.iso.date(), what: z.string().trim().min(1).max(200) }).optional(),
})
const searchBody = z.object({
  search: z.string().trim().min(1).max(200).optional(),
  withoutNoteThisWeek: z.boolean().optional(),
  assignedTo: z.literal('me').optional(),
  limit: z.int().min(1).max(100).default(50),
})
const dueBody = z.object({ assignedTo: z.literal('me'), until: z.iso.date(), limit: z.int().max(100) })
const idParam = z.object({ id: z.uuid() })
const claims = z.object({ sub: z.string(), email: z.string(), role: z.string() })

// Dates stay text; instants become Date objects, which JSON.stringify turns into text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const knex = createKnex({
  client: 'pg',
  connection: { connectionString: DATABASE_URL },
  pool: { min: 0, max: Number(CONNECTIONS) },
})
const clients = () => knex('bench.clients').whereNull('deleted_at')
const inOrder = ['sort_last', 'sort_first', 'id']

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
  const token = request.get('authorization')?.replace(/^Bearer /, '') ?? ''
  try {
    const payload = jwt.verify(token, SESSION_SECRET, {
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
  response.json(await clients().select(knex.raw(clientColumns)).orderBy(inOrder))
})

/** The rows of a statement of the dashboard, with its values in order. */
const card = async (name: keyof typeof cards, ...values: string[]) =>
  (await knex.raw(cards[name].replaceAll(/\$\d/g, '?'), values)).rows

const userId = (response: Response) => claims.parse(response.locals.user).sub

app.get('/api/clients/summary', async (request, response) => {
  const found = request.query.assignedTo ? clients().where('assigned_to', userId(response)) : clients()
  const rows: { status: string | null; count: string }[] = await found
    .groupBy('status')
    .select('status', knex.raw('count(*)'))
  const counts: Record<string, number> = { active: 0, inactive: 0, pending: 0, discharged: 0, Unknown: 0 }
  for (const { status, count } of rows) counts[status ?? 'Unknown'] = Number(count)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  response.json({ range: 'all', total, counts })
})

app.post('/api/clients/search', async (request, response) => {
  const { search = '', withoutNoteThisWeek, assignedTo, limit } = searchBody.parse(request.body)
  if (withoutNoteThisWeek) {
    const rows = assignedTo ? await card('ownWithoutNote', userId(response)) : await card('withoutNote')
    return response.json(pageOf(rows))
  }
  const found = clients().whereLike('search', `%${search.toLowerCase()}%`)
  const [items, [counted]] = await Promise.all([
    found.clone().select(knex.raw(listedColumns)).orderBy(inOrder).limit(limit),
    found.clone().count({ total: '*' }),
  ])
  response.json({ items, total: Number(counted?.total) })
})

app.post('/api/follow-ups/search', async (request, response) => {
  const { until } = dueBody.parse(request.body)
  response.json(pageOf(await card('followUps', userId(response), until)))
})

app.get('/api/drafts', async (_request, response) => {
  response.json(await card('drafts', userId(response)))
})

app.get('/api/due', async (_request, response) => {
  response.json(await card('due', userId(response)))
})

app.get('/api/contact/unread', async (_request, response) => {
  response.json((await card('unread'))[0])
})

app.get('/api/workers/workloads', async (_request, response) => {
  response.json(await card('workloads'))
})

app.get('/api/clients/:id', async (request, response) => {
  const { id } = idParam.parse(request.params)
  const client = await clients().where({ id }).first(knex.raw(clientColumns))
  if (!client) return missing(response)
  response.json(client)
})

app.put('/api/clients/:id', async (request, response) => {
  const { id } = idParam.parse(request.params)
  const body = clientBody.parse(request.body)
  const [client] = await clients()
    .where({ id })
    .update({
      first_name: body.firstName,
      last_name: body.lastName,
      status: body.status ?? null,
      service: body.service,
      email: body.email,
      phone: body.phone,
      address: body.address,
      date_of_birth: body.dateOfBirth,
      updated_at: new Date(),
      version: knex.raw('version + 1'),
      search: knex.raw('lower(unaccent(?))', `${body.firstName} ${body.lastName}`),
      sort_last: knex.raw('lower(unaccent(?))', body.lastName),
      sort_first: knex.raw('lower(unaccent(?))', body.firstName),
    })
    .returning(knex.raw(clientColumns))
  if (!client) return missing(response)
  response.json(client)
})

app.get('/api/clients/:id/notes', async (request, response) => {
  const { id } = idParam.parse(request.params)
  const notes = await knex('bench.notes')
    .where({ client_id: id, deleted_at: null })
    .select(knex.raw(noteColumns))
    .orderBy(['created_at', 'id'].map((column) => ({ column, order: 'desc' })))
  if (notes.length === 0 && !(await clients().where({ id }).first('id'))) return missing(response)
  response.json(notes)
})

app.post('/api/clients/:id/notes', async (request, response) => {
  const { id } = idParam.parse(request.params)
  const { text, followUp, ...facts } = noteBody.parse(request.body)
  if (!(await clients().where({ id }).first('id'))) return missing(response)
  const { sub, email } = claims.parse(response.locals.user)
  const { serviceDate, startTime, endTime, service, contact, place } = facts
  const at = new Date()
  const entered = {
    ...{ client_id: id, text, author_id: sub, author_email: email, created_at: at },
    ...{ service_date: serviceDate, start_time: startTime, end_time: endTime, service, contact, place },
    minutes: startTime && endTime ? minutesOf(endTime) - minutesOf(startTime) : null,
  }
  const add = async (db: Knex) => {
    const [note] = await db('bench.notes').insert(entered).returning(knex.raw(noteColumns))
    if (followUp)
      await db('bench.follow_ups').insert({
        ...{ client_id: id, note_id: note.id, on: followUp.on, what: followUp.what },
        ...{ assigned_to: sub, created_at: at, created_by: sub },
      })
    return note
  }
  response.status(201).json(followUp ? await knex.transaction(add) : await add(knex))
})

app.get('/api/employees', async (_request, response) => {
  const employees = await knex('employees')
    .whereNull('deleted_at')
    .select(knex.raw(employeeColumns))
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

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return 60 * hours + minutes
}

function pageOf(rows: { total: number }[]) {
  return { items: rows.map(({ total, ...item }) => item), total: rows[0]?.total ?? 0 }
}

function missing(response: Response): void {
  response.status(404).json({ message: 'Not found.' })
}

app.listen(Number(PORT), HOST)
