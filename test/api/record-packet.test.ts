import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordPacketEndpoints } from '#contract/record-packet/endpoints.ts'
import { noteEndpoints } from '#contract/notes/endpoints.ts'
import { addClient } from '#server/clients/store.ts'
import { hodan } from '#test/support/people.ts'
import { createTestApp } from '#test/support/test-app.ts'

const app = await createTestApp()
const chief = await app.member('super-admin', 'chief@example.org')
test('try', async () => {
  const client = await addClient(app.db, { ...hodan, firstName: 'محمد', lastName: 'Nguyễn Thị Ánh አበበ', preferredName: 'စီၤပီၤ', interpreter: true, mayText: false, alert: 'Call after 4 pm 😀' }, chief.id, app.context.now)
  const ids: string[] = []
  for (let i = 0; i < 14; i++) {
    const { body } = await app.send(noteEndpoints.add, { params: { id: client.id }, token: chief.token, body: {
      text: `Note ${i}. Toured two apartments near the light rail. `.repeat(12) + '\n\nSecond paragraph — “quotes” → arrow 😀.\nقال محمد: سنلتقي يوم 12 مارس في Cedar Avenue (الطابق 3) صباحا. ' + 'هذا نص طويل. '.repeat(20) + '\nကညီကျိာ် မြန်မာ',
      serviceDate: `2026-0${1 + (i % 5)}-12`, startTime: '14:00', endTime: '14:45', service: 'housingTransition', contact: 'in-person', place: 'Library', sign: i % 2 === 0, ...(i === 5 && { corrects: ids[2] }) } as never })
    ids.push(body.id)
  }
  await app.send(noteEndpoints.edit, { params: { id: client.id, noteId: ids[3]! }, token: chief.token, body: { text: 'Changed text', version: 1 } as never })
  const include = { notes: true, versions: true, statusHistory: true, followUps: true, accesses: true, papers: true }
  const reply = await (app.fastify as any).inject({ method: 'POST', url: `/api/clients/${client.id}/packet`, headers: { authorization: `Bearer ${chief.token}`, 'content-type': 'application/json' }, payload: JSON.stringify({ recipient: 'Hennepin County District Court', purpose: 'Subpoena of March 2, 2026', include, from: '2026-02-01' }) })
  console.log(reply.statusCode, reply.headers, reply.rawPayload.length)
  writeFileSync('/tmp/lead/record/p.zip', reply.rawPayload)
  console.log((await app.send(recordPacketEndpoints.disclosures, { params: { id: client.id }, token: chief.token })).body)
  expect(reply.statusCode).toBe(200)
}, 60000)
