import { expect, test } from 'vitest'
import { screenPath } from '#contract/paths.ts'
import organization from '#organization/organization.json' with { type: 'json' }
import { openArea } from '#test/support/portal-area.tsx'

const { links } = organization

test.each([
  [
    'manager',
    screenPath('manager', 'resources'),
    8,
    'Outside resources that help people find and keep a home.',
  ],
  [
    'super-admin',
    screenPath('admin', 'adminLinks'),
    16,
    'These are important Employee links to help make task easy on Employee',
  ],
] as const)('%s: %s shows %i links, which open in new tabs [T14]', async (role, address, count, intro) => {
  const { screen } = await openArea({
    role,
    address,
    answers: {
      'GET /links/resources': () => Response.json(links.resources),
      'GET /links/admin': () => Response.json(links.admin),
    },
  })
  await expect.element(screen.getByRole('heading', { name: 'Management Resources', level: 1 })).toBeVisible()
  await expect.element(screen.getByText(intro)).toBeVisible()
  const shown = screen.getByRole('main').getByRole('listitem').getByRole('link')
  await expect.element(shown).toHaveLength(count)
  for (const link of shown.elements() as HTMLAnchorElement[]) {
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer'])
    expect(link.getAttribute('href')).toMatch(/^https:\/\//)
  }
})
