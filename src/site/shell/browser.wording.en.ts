/** Words that only the page's script shows; apart from the shell's, so that browsers do not download those twice. */
export const cookieBannerWording = {
  label: 'Cookies',
  text: 'This site needs a few cookies to keep staff signed in safely. It uses none to track you or to show you ads.',
  link: 'Read our cookie policy',
  accept: 'Accept',
  essential: 'Essential only',
} as const

export const staffLinkWording = 'Staff portal'
