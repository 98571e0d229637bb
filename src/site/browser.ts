import { showCookieBanner } from './shell/cookie-banner.ts'
import { showStaffLink } from './shell/staff-link.ts'

showCookieBanner()
showStaffLink()
