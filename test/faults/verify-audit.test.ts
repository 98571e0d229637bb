import { expect, onTestFinished, test } from 'vitest'
import { apiCaller } from '#test/support/api-caller.ts'
import { hodan } from '#test/support/people.ts'
import { newHousehold } from '#test/support/running-product.ts'

test('verify-audit finds the trail whole beside the running server, after a kill, and with no server at all', async () => {
  const household = await newHousehold()
  onTestFinished(() => household.remove())
  const first = await household.start()
  const api = apiCaller(first.url)
  const token = await api.becomeSuperAdmin(first.link() ?? '')
  await api.send('POST', '/clients', token, hodan)
  expect(await household.ops('verify-audit')).toMatchObject({
    code: 0,
    printed: expect.stringMatching(whole),
  })

  first.process.kill('SIGKILL')
  const second = await household.start()
  await apiCaller(second.url).send('POST', '/clients', token, hodan)
  await second.stop()

  const { code, printed } = await household.ops('verify-audit')
  expect({ code, printed }).toEqual({ code: 0, printed: expect.stringMatching(whole) })
  expect(printed).not.toContain('wait to be sealed')
})

const whole = /^The audit trail is whole: [1-9]\d* rows\./
