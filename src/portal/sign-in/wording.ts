/** What the login says beside the contract's wording. */
export const signInWording = {
  login: {
    tabTitle: 'Login',
    subtitle: 'Admin / Employee Login',
    email: 'Email',
    password: 'Password',
    saveUsername: 'Save username',
    submit: 'Login',
    submitting: 'Logging in...',
    draftKept: 'What you typed and did not save is kept.',
    notKept:
      'This browser does not let this site store data, so you cannot stay signed in. Allow site data and try again.',
    clockIsAhead: 'This device’s clock is far ahead. Correct its date and time and try again.',
  },
  forgotPassword: 'Forgot Password',
  backToLogin: 'Back to login',
} as const
