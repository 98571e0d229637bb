import express, { type Request, type Response } from 'express'
import helmet from 'helmet'
import jwt from 'jsonwebtoken'
import createKnex from 'knex'
import pg from 'pg'
import { pinoHttp } from 'pino-http'
import * as z from 'zod'
import { clientFields } from '#contract/clients/fields.ts'
import { noteFields } from '#contract/notes/fields.ts'
import { namesOf, type RecordField, type RecordFields } from '#contract/record-field.ts'
import { columnValues } from '#server/database/field-columns.ts'
import { type EndpointName, endpoints } from './calls.ts'
import {
  cards,
  clientColumns,
  listedColumns,
  listsOfClient,
  noteColumns,
  ofClient,
  pageOf,
  summaryOf,
} from './tables.ts'

/*
 * The same calls as a competent contractor writes them: Express, knex, zod, jsonwebtoken, helmet and a request log. It
 * trusts the token (no session row), and writes no audit. On the tables and indexes of the bare program.
 */

const { DATABASE_URL, HOST = '', PORT, SESSION_SECRET = '', CONNECTIONS } = process.env

// The benchmark that started this program has ended.
process.on('disconnect', () => process.exit())

/** What people may enter, in the plainest way. */
function schemaOf({ kind, choices, required, max = 1000 }: RecordField): z.ZodType {
  const text = z.string().trim().min(1).max(max)
  const schemas = {
    line: text,
    text,
    choice: z.enum(Object.keys(choices ?? {})),
    digits: z.string(),
    phone: z.string().regex(/^\d{10,15}$/),
    email: z.email(),
    employee: z.uuid(),
    date: z.iso.date(),
    time: z.iso.time(),
    number: z.int(),
    'yes-no': z.boolean(),
    goals: z.array(z.uuid()).max(max),
  }
  // Imported clients may lack a status.
  return required && kind !== 'choice' ? schemas[kind] : schemas[kind].nullish()
}

const bodyOf = (fields: RecordFields) =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])))

const clientBody = bodyOf(clientFields)
const noteBody = bodyOf(noteFields)
const followUpBody = z.object({ on: z.iso.date(), what: z.string().trim().min(1).max(200) })
const searchBody = z.object({
  search: z.string().trim().min(1).max(200).optional(),
  withoutNoteThisWeek: z.boolean().optional(),
  assignedTo: z.literal('me').optional(),
  limit: z.int().min(1).max(100).default(50),
})
const dueBody = z.object({ assignedTo: z.literal('me'), until: z.iso.date(), limit: z.int().max(100) })
const openBody = z.object({ clientId: z.uuid(), open: z.literal(true), limit: z.int().max(200) })
const pageQuery = z.object({ limit: z.coerce.number().int().max(100).optional() })
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

const statements = { ...cards, ...ofClient }

/** The rows of a statement of the dashboard or of a client's details, with its values in order. */
const card = async (name: keyof typeof statements, ...values: string[]) =>
  (await knex.raw(statements[name].replaceAll(/\$\d/g, '?'), values)).rows

const userOf = (response: Response) => claims.parse(response.locals.user)
const idOf = (request: Request) => idParam.parse(request.params).id

/** Undefined for a missing record. */
const handlers: Record<EndpointName, (request: Request, response: Response) => Promise<unknown>> = {
  client: async (request) =>
    await clients()
      .where({ id: idOf(request) })
      .first(knex.raw(clientColumns)),
  clients: async () => await clients().select(knex.raw(clientColumns)).orderBy(inOrder),
  counts: async (request, response) => {
    const found = request.query.assignedTo ? clients().where('assigned_to', userOf(response).sub) : clients()
    return summaryOf(await found.groupBy('status').select('status', knex.raw('count(*)::integer')))
  },
  search: async (request, response) => {
    const { search = '', withoutNoteThisWeek, assignedTo, limit } = searchBody.parse(request.body)
    if (withoutNoteThisWeek)
      return pageOf(
        assignedTo ? await card('ownWithoutNote', userOf(response).sub) : await card('withoutNote'),
      )
    const found = clients().whereLike('search', `%${search.toLowerCase()}%`)
    const [items, [counted]] = await Promise.all([
      found.clone().select(knex.raw(listedColumns)).orderBy(inOrder).limit(limit),
      found.clone().count({ total: '*' }),
    ])
    return { items, total: Number(counted?.total) }
  },
  editClient: async (request) => {
    const body = clientBody.parse(request.body) as Record<string, string>
    const change = {
      ...columnValues(namesOf(clientFields), body),
      updated_at: new Date(),
      version: knex.raw('version + 1'),
      search: knex.raw('lower(unaccent(?))', `${body.firstName} ${body.lastName}`),
      sort_last: knex.raw('lower(unaccent(?))', [body.lastName ?? '']),
      sort_first: knex.raw('lower(unaccent(?))', [body.firstName ?? '']),
    }
    const edited = clients()
      .where({ id: idOf(request) })
      .update(change)
    return (await edited.returning(knex.raw(clientColumns)))[0]
  },
  notes: async (request) => {
    const id = idOf(request)
    const { limit } = pageQuery.parse(request.query)
    const found = knex('bench.notes').where({ client_id: id, deleted_at: null })
    const listed = found
      .clone()
      .select(knex.raw(noteColumns))
      .orderBy(['created_at', 'id'].map((column) => ({ column, order: 'desc' })))
    const notes = await (limit ? listed.limit(limit) : listed)
    if (notes.length === 0 && !(await clients().where({ id }).first('id'))) return undefined
    if (!limit) return notes
    const [counted] = await found.count({ total: '*' })
    return { items: notes, total: Number(counted?.total), nextCursor: null }
  },
  addNote: async (request, response) => {
    const id = idOf(request)
    const body = noteBody.parse(request.body) as Record<string, string>
    const { on, what } = followUpBody.parse(request.body.followUp)
    if (!(await clients().where({ id }).first('id'))) return undefined
    const { sub, email } = userOf(response)
    const created = { client_id: id, created_at: new Date() }
    return await knex.transaction(async (db) => {
      const [note] = await db('bench.notes')
        .insert({
          ...columnValues(namesOf(noteFields), body),
          ...created,
          author_id: sub,
          author_email: email,
        })
        .returning(knex.raw(noteColumns))
      const followUp = { ...created, note_id: note.id, on, what, assigned_to: sub, created_by: sub }
      await db('bench.follow_ups').insert(followUp)
      return note
    })
  },
  followUps: async (request, response) =>
    pageOf(
      request.body.clientId
        ? await card('followUpsOfClient', openBody.parse(request.body).clientId)
        : await card('followUps', userOf(response).sub, dueBody.parse(request.body).until),
    ),
  drafts: async (_request, response) => await card('drafts', userOf(response).sub),
  due: async (_request, response) => await card('due', userOf(response).sub),
  unread: async () => (await card('unread'))[0],
  workloads: async () => await card('workloads'),
  ...listsOfClient((name) => async (request: Request) => {
    const id = idOf(request)
    const rows = await card(name, id)
    return rows.length > 0 || (await clients().where({ id }).first('id')) ? rows : undefined
  }),
}

const app = express()
app.disable('etag')
app.use(helmet())
app.use(pinoHttp())
app.use(express.json({ limit: '100kb' }))
app.use('/api', (request, response, next) => {
  const token = request.get('authorization')?.replace(/^Bearer /, '') ?? ''
  try {
    response.locals.user = jwt.verify(token, SESSION_SECRET, {
      algorithms: ['HS256'],
      issuer: 'stable-housing',
      audience: 'stable-housing-portal',
    })
    next()
  } catch {
    response.status(401).json({ message: 'Please sign in.' })
  }
})
for (const [name, { method, path, status }] of Object.entries(endpoints)) {
  app[method.toLowerCase() as 'get' | 'post' | 'put'](`/api${path}`, async (request, response) => {
    const content = await handlers[name as EndpointName](request, response)
    if (content === undefined) response.status(404).json({ message: 'Not found.' })
    else response.status(status).json(content)
  })
}
app.listen(Number(PORT), HOST)
