import type { Role } from '#contract/access/roles.ts'

/** What the sign-in screens say beside the contract's wording (§2, decisions 3–5). */
export const signInWording = {
  login: {
    tabTitle: 'Login',
    subtitle: 'Admin / Employee Login',
    email: 'Email',
    password: 'Password',
    saveUsername: 'Save username',
    forgotPassword: 'Forgot Password',
    submit: 'Login',
    submitting: 'Logging in...',
    draftKept: 'What you were writing is kept in this tab.',
    notKept:
      'This browser keeps no data for this site, so nobody can stay signed in. Allow site data and try again.',
  },
  setPassword: {
    title: 'Set Password',
    intro:
      'Choose a password with 8 to 128 characters. A few words in a row are easy to remember and hard to guess.',
    password: 'New Password',
    confirm: 'Confirm Password',
    submit: 'Set Password',
    submitting: 'Saving...',
    missing: 'Open the whole link once more, or ask the person who runs this server for a new one.',
    askForLink: 'Ask the person who runs this server for a new link.',
    onward: 'You will be taken to the login page.',
  },
  forgotPassword: {
    title: 'Forgot Password',
    text: 'A new password is chosen by means of a one-time link.',
    // Who runs the server makes one by `npm run ops -- super-admin EMAIL`.
    whatToDo:
      'Ask the person who runs this server for a new link. Sending links by email comes with a later version.',
  },
  unauthorized: {
    title: 'No access',
    text: 'This account has no access to that area.',
    ownArea: 'Go to your own area',
  },
  profile: { title: 'Profile', email: 'Email', role: 'Role' },
  backToLogin: 'Back to login',
  logout: 'Logout',
  role: (role: Role) => `Role: ${role}`,
} as const
