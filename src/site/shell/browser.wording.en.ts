/** Words that only the page's script shows; apart from the shell's, so that browsers do not download those twice. */
export const cookieBannerWording = {
  label: 'Cookies',
  text: 'Staff are kept logged in safely, without cookies today. Optional ones, to see how well this site works, need your OK. No ads, no tracking by others.',
  link: 'Read our cookie policy',
  accept: 'Accept',
  essential: 'Essential only',
} as const

export const staffLinkWording = 'Staff portal'
