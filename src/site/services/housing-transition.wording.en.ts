import type { ServiceWording } from './service.ts'

export const housingTransitionWording: ServiceWording = {
  description: (name) =>
    `${name} helps you plan, find, apply for and move into a home: search, forms, budget, landlords and lease.`,
  lead: 'We help you look for a home, apply for it and move in.',
  whatItIs: [
    'Transition means the way from where you stay now to a home of your own. That way has many steps. You do not have to take them alone.',
    'We help with the search, the forms, your budget, the lease and the papers that you need. A lease is your contract with the landlord.',
  ],
  whoFor: {
    intro: 'This may be for you if one of these is true:',
    cases: [
      'You have no home, or you stay with other people for now.',
      'You are about to leave a hospital, a treatment center or a place where you got care.',
      'The place where you live is not safe or not right for you.',
      'Landlords have turned you down before.',
    ],
  },
  steps: [
    {
      title: 'Plan',
      text: 'We look at what you need in a home, what money comes in and what rent you can pay.',
    },
    { title: 'Search', text: 'We look for homes with you, in the places where you want to live.' },
    {
      title: 'Apply',
      text: 'We fill in the forms with you and help you get the papers that landlords ask for.',
    },
    {
      title: 'Meet the landlord',
      text: 'We help you get ready for the talk, and we read the lease with you before you sign.',
    },
    { title: 'Move in', text: 'We plan the day of your move with you.' },
  ],
  ending: [
    'This service ends when you have moved in, or when you no longer want it.',
    'If you want help to keep your new home, go on with Housing Sustaining.',
  ],
}
