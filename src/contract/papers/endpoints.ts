import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { recordId } from '../record.ts'
import { paperDateErrors } from './fields.ts'
import { listedPaper, newPaper, paper, paperEdit } from './schema.ts'

export const paperEndpoints = {
  list: endpoint('GET /clients/:id/papers', {
    access: 'papers:read',
    summary: 'List a client’s papers',
    description: 'Returns what the client has signed, the newest first.',
    params: z.object({ id: recordId('client') }),
    reply: z.array(paper),
    failures: ['not-found'],
  }),
  expiring: endpoint('GET /papers/expiring', {
    access: 'papers:read',
    summary: 'List papers of your clients that expire',
    description:
      'Returns papers of the caller’s own clients that have expired or expire within 30 days, the first to expire first, 200 at most. Left out are papers that were revoked or renewed (a later one of the same kind, to the same recipient, is valid for longer), and discharged clients.',
    reply: z.array(listedPaper),
  }),
  add: endpoint('POST /clients/:id/papers', {
    access: 'papers:write',
    summary: 'Enter a paper',
    description: 'Enters what a client has signed, where it is kept and how long it is valid.',
    params: z.object({ id: recordId('client') }),
    body: newPaper,
    bodyRules: paperDateErrors,
    idempotent: true,
    status: 201,
    reply: paper,
    failures: ['not-found'],
  }),
  edit: endpoint('PUT /papers/:id', {
    access: 'papers:write',
    summary: 'Change or revoke a paper',
    description:
      'Changes what is sent; the rest stays. `revokedOn` revokes the paper, which super-admins and admins may do; after that, every change gets 409. With `version`, an edit based on an older record gets 409 with the newer one in `current`.',
    params: z.object({ id: recordId('paper') }),
    body: paperEdit,
    reply: paper,
    failures: ['not-allowed', 'not-found', 'version-conflict', 'paper-revoked'],
  }),
}
