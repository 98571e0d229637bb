import { sessionDuration } from '#contract/durations.ts'
import { deviceDays } from '#contract/session/limits.ts'
import type { LegalPageWording } from './wording.en.ts'

export const cookiesWording: LegalPageWording = {
  title: 'Cookie policy',
  description: (name) =>
    `Which cookies ${name} uses and why, what your browser keeps for this site today, and how to change your answer.`,
  lead: (name) =>
    `A cookie is a small piece of text that a website keeps in your browser. This page tells you which ones ${name} uses and why.`,
  since: 'Effective April 21, 2025',
  inShort: [
    'Cookies keep our staff signed in safely.',
    'Optional cookies need your OK first. Today there are none.',
    'No cookies for ads. No tracking by other companies.',
  ],
  sections: () => [
    {
      title: 'Why we use cookies',
      parts: [
        'We use cookies to keep login sessions secure for authorized employees and admins. By “cookies” we also mean other small things that a site keeps in your browser, such as its local storage.',
      ],
    },
    {
      title: 'Kinds of cookies',
      parts: [
        [
          'Essential cookies. They keep an authorized employee or admin signed in safely. The staff portal does not work without them.',
          'Optional performance cookies. They would help us see how well the site works, such as which pages are slow. They are used only if you say yes.',
        ],
        'We do not use marketing or tracking cookies from third parties. A third party is another company.',
      ],
    },
    {
      title: 'What your browser keeps today',
      parts: [
        'When you visit this site, it sets no cookie at all. There are no optional cookies today, no matter what you answered. The only cookies are for staff, when they sign in. The rest is kept in the local storage of your browser. None of it is sent to other companies:',
        [
          `If you sign in as staff: an essential cookie with the name “device” or “__Secure-device”. It holds a random code and stays for ${deviceDays} days. It shows us that you have signed in with this browser before. Then you can sign in even if others try wrong passwords for your account.`,
          'While you sign in as staff with a passkey or with the account of your work: an essential cookie whose name has “passkey” or “sign-in” in it. It holds a code for this one sign-in and stays for ten minutes at most.',
          'If you answer our question about cookies: your answer, under the name “cookieConsent”. It stays until you change it or clear your browser.',
          `If you sign in as staff: a sign-in token, your role, your email address, when you were last active, and how far the clock of your device is off, under “token”, “role”, “email”, “activeAt” and “clockOffset”. They are removed when you sign out. A sign-in ends after ${sessionDuration.lifetime} at the latest.`,
          'If you check “Save username” as staff: your email address, under “savedEmail”, until you uncheck it and sign in again.',
          'If you hide the list of first steps as a super admin: that you did, under “firstSteps”.',
          'While you work as staff: the page to go back to after you sign in, where to sign out of the account of your work, how far down you were on each page, and the code of a link to set a password. They stay in one tab and are removed when you close it. Text that you have not saved is kept on our server, not in your browser.',
        ],
      ],
    },
    {
      title: 'Email for passwords',
      parts: [
        'When we create an account for a new employee, the portal sends an email with a link to set a password. We use a third-party email sender for these password-setup emails. It gets the employee’s work email address and the text of that email. Visitors to this website do not get these emails.',
      ],
    },
    {
      title: 'Change your answer',
      parts: [
        'You can clear what this site keeps at any time in your browser’s settings. Look for “site data” or “cookies.” Our question about cookies then comes back, and you can answer it again.',
      ],
    },
  ],
  contact: { title: 'Contact', parts: ['Questions about cookies or this policy? Contact our support:'] },
}

/** Shown only where a script can do what the buttons say. */
export const cookieChoiceWording = {
  title: 'Your answer now',
  none: 'You have not answered yet.',
  accepted: 'You said yes to optional cookies. There are none today.',
  essential: 'You said: essential only.',
  accept: 'Accept optional cookies',
  refuse: 'Essential only',
} as const
