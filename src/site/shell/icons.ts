/** The sign of the name mark, in colors of its own: a tab has no style sheet. */
const sign =
  '<path stroke-width="3.5" d="M9 25.5 24 12l15 13.5"/><path stroke-width="3" d="M14 26v11.5h20V26"/>' +
  '<path fill="#f3a65a" stroke="none" d="M20 37.5V30a4 4 0 0 1 8 0v7.5z"/></svg>\n'

/** Of the icons, and of the browser's bars around an installed page. */
export const iconGround = '#0e4a5a'

export const iconPath = '/favicon.svg'

export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none" stroke="#f6f3ec" stroke-linecap="round" stroke-linejoin="round">' +
  `<rect width="48" height="48" rx="12" fill="${iconGround}" stroke="none"/>${sign}`

export const maskableIconPath = '/icon-maskable.svg'

/** For home screens that cut icons to a shape of their own: ground to the edges, the sign inside the middle 80 %. */
export const maskableIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 60 60" fill="none" stroke="#f6f3ec" stroke-linecap="round" stroke-linejoin="round">' +
  `<path fill="${iconGround}" stroke="none" d="M-6-6h60v60H-6z"/>${sign}`
