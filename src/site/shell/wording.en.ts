export const shellWording = {
  language: 'en-US',
  skip: 'Skip to main content',
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
      'The staff portal needs JavaScript. Turn it on in your browser’s settings, then load this page again.',
    loading: 'Loading…',
    late: 'This takes longer than usual. If nothing comes, load this page again.',
    login: 'Login',
    forgotPassword: 'Forgot Password',
    setPassword: 'Set Password',
    unauthorized: 'No access',
    profile: 'Profile',
    admin: 'Admin Panel',
    manager: 'Manager Portal',
  },
} as const
