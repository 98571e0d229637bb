export const shellWording = {
  language: 'en-US',
  navigation: 'Main',
  helpNow: 'Help now',
  header: { home: 'HOME', about: 'ABOUT', contact: 'CONTACT', services: 'SERVICES' },
  footer: {
    label: 'About this site',
    privacy: 'Privacy',
    terms: 'Terms of service',
    cookies: 'Cookies',
    contact: 'Contact us',
    accessibility: 'Accessibility',
    reach: 'Reach us',
    fax: 'Fax',
    help: 'If you need help right now',
    copyright: (year: number, name: string) => `© ${year} ${name}`,
  },
  /** Titles equal those that the portal sets, so that the tab does not change its name while it starts. */
  portal: {
    noScript:
      'The staff portal needs JavaScript. Turn it on in your browser’s settings, then reload this page.',
    /** Names the browsers that `vite.config.ts` builds for (docs/decisions/0044). */
    tooOld:
      'This browser is too old for the staff portal. Update it, or use Chrome or Edge 120, Firefox 125, Safari 17, or newer.',
    loading: 'Loading…',
    late: 'This is taking longer than usual. If nothing appears, reload this page.',
    login: 'Login',
    signIn: 'Sign in',
    forgotPassword: 'Forgot Password',
    setPassword: 'Set password',
    twoStep: 'Two-step sign-in',
    unauthorized: 'No access',
    profile: 'Profile',
    admin: 'Admin Panel',
    manager: 'Manager Portal',
  },
} as const

export const interpreterWording = {
  title: 'Do you need an interpreter?',
  call: 'An interpreter is free. Call',
  say: 'Say the name of your language in English. We will get someone who speaks it.',
} as const

/* Words that only the page's script shows. Each in a constant of its own, so that browsers download nothing besides. */

export const cookieBannerWording = {
  label: 'Cookies',
  text: 'Only staff who sign in get a cookie. We may add visitor statistics later. Is that OK?',
  link: 'Cookie policy',
  accept: 'Accept',
  essential: 'Essential only',
} as const

export const staffLinkWording = 'Staff portal'
