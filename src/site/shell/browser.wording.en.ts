/** Words that only the page's script shows; apart from the shell's, so that browsers do not download those twice. */
export const cookieBannerWording = {
  label: 'Cookies',
  text: 'Today this site sets no cookies. Any that show us how well it works would need your OK. No ads, no tracking by others.',
  link: 'Cookie policy',
  accept: 'Accept',
  essential: 'Essential only',
} as const

export const staffLinkWording = 'Staff portal'
