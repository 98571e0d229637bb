import type { Backend } from './journey.ts'
import { hodan } from './people.ts'

/** Two employees whose names differ, and a client. */
export async function newOffice({ api, token, employ }: Backend) {
  const office = crypto.randomUUID().slice(0, 8)
  const named = async (firstName: string) => {
    const email = await employ('employee', `${firstName}-${office}@example.org`.toLowerCase())
    const { body: employees } = await api.send('GET', '/employees', token)
    const { id, ...employee } = employees.find((one: { email: string }) => one.email === email)
    await api.send('PATCH', `/employees/${id}`, token, { ...employee, firstName, lastName: office })
    return { id, email, name: `${firstName} ${office}` }
  }
  const [nadia, omar] = [await named('Nadia'), await named('Omar')]
  const { body: client } = await api.send('POST', '/clients', token, { ...hodan, lastName: office })
  return { nadia, omar, client }
}
