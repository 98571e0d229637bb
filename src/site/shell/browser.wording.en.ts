/** Words that only the page's script shows; apart from the shell's, so that browsers do not download those twice. */
export const cookieBannerWording = {
  label: 'Cookies',
  text: 'Staff stay signed in safely, today without cookies. Optional cookies, to see how well this site works, would need your OK. No ads, and no tracking by others.',
  link: 'Read our cookie policy',
  accept: 'Accept',
  essential: 'Essential only',
} as const

export const staffLinkWording = 'Staff portal'
