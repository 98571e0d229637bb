import { screens } from '#contract/paths.ts'

/** What the two link pages say. */
export const linkWording = {
  title: screens.adminLinks.title,
  intro: {
    resources: 'Outside resources that help people find and keep a home.',
    admin: 'These are important Employee links to help make task easy on Employee',
  },
  newTab: 'opens in a new tab',
  loading: 'Loading links…',
  loadFailed: 'Unable to load the links.',
} as const
