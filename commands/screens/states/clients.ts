import type { Page } from '@playwright/test'
import { clientEndpoints } from '#contract/clients/endpoints.ts'
import type { ClientEdit } from '#contract/clients/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { pretending, refusing } from '../answers.ts'
import type { DemoProduct } from '../demo-product.ts'
import type { Extremes } from '../extremes.ts'
import { roleOf, type Screen } from '../screen-list.ts'
import { afterwards, fill, inOrder, press } from './acts.ts'

const role = roleOf.manager
const list = screenPath('manager', 'clients')
const addClient = screenPath('manager', 'addClient')
const nobody = '00000000-0000-4000-8000-000000000000'

export function statesOfClients(demo: DemoProduct, extremes: Extremes): Screen[] {
  const details = (id: string) => screenPath('manager', 'clientDetails', id)
  const edit = screenPath('manager', 'editClient', demo.clientId)
  const of = (name: string, path: string, state: Partial<Screen> = {}): Screen => ({
    name: `manager-${name}`,
    path,
    role,
    ...state,
  })
  const saveAmidst = inOrder(fill({ Phone: '6515550100' }), changedElsewhere(demo), press('Update Client'))
  return [
    of('clients-10000', list),
    of('clients-no-match', list, { act: fill({ 'Search by name': 'nobody of that name' }) }),
    of('clients-page-gone', `${list}?page=3&cursor=gone`),
    of('clients-edit-info', list, { act: press('Edit Info') }),
    of('clients-edit-info-incomplete', list, {
      act: inOrder(press('Edit Info'), fill({ 'First Name': '', Phone: '12', Email: '' })),
    }),
    of('clients-edit-info-refused', list, {
      before: refusing('PUT'),
      act: inOrder(press('Edit Info'), fill({ Phone: '6515550100' }), press('Save Changes')),
    }),
    of('clients-edit-info-saved', list, {
      act: inOrder(press('Edit Info'), fill({ Phone: '6515550100' }), press('Save Changes'), afterwards),
    }),
    of('add-client-incomplete', addClient, {
      act: inOrder(
        fill({ 'First Name': 'x', Phone: '12', Email: 'rosa@' }),
        fill({ 'First Name': '', Address: '' }),
      ),
    }),
    of('add-client-similar', addClient, { act: similarTo(demo) }),
    of('edit-client-conflict', edit, { act: inOrder(saveAmidst, afterwards) }),
    of('edit-client-extreme', screenPath('manager', 'editClient', extremes.endless)),
    of('client-details-endless', details(extremes.endless)),
    of('client-details-right-to-left', details(extremes.rightToLeft)),
    of('client-details-not-found', details(nobody)),
    of('dashboard-10000', screenPath('manager', 'dashboard')),
    of('dashboard-all-noted', screenPath('manager', 'dashboard'), {
      before: pretending('POST', '**/api/clients/search', {
        items: [],
        total: 0,
        totalIsMinimum: false,
        nextCursor: null,
      }),
    }),
    {
      name: 'admin-dashboard-refused-mail',
      path: screenPath('admin', 'dashboard'),
      role: roleOf.admin,
      before: pretending('GET', '**/api/outgoing-mail', [{ state: 'refused' }]),
    },
  ]
}

/** Somebody else saves the same client. */
const changedElsewhere = (demo: DemoProduct) => async () => {
  const params = { id: demo.clientId }
  const client = await demo.send('super-admin', clientEndpoints.get, { params })
  // A reply says of the service no more than that it is a word.
  const body = { ...client, phone: '6125550199', status: 'inactive' } as ClientEdit
  await demo.send('super-admin', clientEndpoints.edit, { params, body })
}

/** Fills in who is on record already. */
const similarTo = (demo: DemoProduct) => async (page: Page) => {
  const params = { id: demo.clientId }
  const client = await demo.send('manager', clientEndpoints.get, { params })
  const { firstName, lastName, dateOfBirth } = client
  await fill({ 'First Name': firstName, 'Last Name': lastName, 'Date of Birth': dateOfBirth })(page)
  await page.getByText('may be on record already').waitFor()
}
