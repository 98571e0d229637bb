/** What the legal pages share. Their own words stand in `<page>.wording.en.ts`. */
export const legalWording = {
  inShort: 'In short',
  contents: 'On this page',
  reach: {
    post: 'Mail',
    email: 'Email',
    fax: 'Fax',
  },
  related: {
    title: 'More about this site',
    privacy: 'Privacy statement',
    terms: 'Terms of service',
    cookies: 'Cookie policy',
    accessibility: 'Accessibility',
  },
} as const
