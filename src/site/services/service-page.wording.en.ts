import type { ServiceKey } from '#contract/services/service-keys.ts'

/** The texts of a service page. */
export type ServicePageWording = {
  description: (name: string) => string
  lead: string
  whatItIs: readonly string[]
  /** Kinds of help, where a list says it better than sentences. */
  kinds?: readonly string[]
  whoFor: { intro: string; cases: readonly string[]; more?: string }
  steps: readonly { title: string; text: string }[]
  ending: readonly string[]
  /** Explanations of abbreviations and hard words on the page. */
  words?: readonly { word: string; meaning: string }[]
}

export const servicePageWording = {
  housingConsultant: {
    description: (name) =>
      `A housing consultant from ${name} sits down with you, writes a plan for the home you want and reviews it every year.`,
    lead: 'One person sits down with you and writes a plan for the home you want.',
    whatItIs: [
      'A housing consultant is someone on our team who helps you think about your home. You talk. We listen and write down what you want.',
      'The result is your own plan. It says what matters to you in a home, what help you need, and who can give it.',
    ],
    whoFor: {
      intro: 'This may be for you if one of these is true:',
      cases: [
        'You have no home, or you may lose the one you have.',
        'You are about to leave a hospital, a treatment center or a place where you got care.',
        'You want a home of your own and do not know where to begin.',
        'You want to know who could help you.',
      ],
    },
    steps: [
      { title: 'Talk', text: 'You tell us how you live now and what you want.' },
      {
        title: 'Write the plan',
        text: 'We write down your goals in your own words, and set a date for each.',
      },
      {
        title: 'Know your choices',
        text: 'We tell you who can help you with your plan. These are called providers. You choose. It does not have to be us.',
      },
      {
        title: 'Look at it again',
        text: 'Once a year we go over the plan with you and change what no longer fits.',
      },
    ],
    ending: [
      'We review your plan with you every year. If your life changes sooner, tell us. We can change the plan with you.',
    ],
  },

  housingTransition: {
    description: (name) =>
      `${name} helps you plan, find, apply for and move into a home: search, forms, budget, landlords and lease.`,
    lead: 'We help you look for a home, apply for it and move in.',
    whatItIs: [
      'Transition means the path from where you stay now to a home of your own. That path has many steps. You do not have to take them alone.',
      'We help with the search, the forms, your budget, the lease and the papers you need. A lease is your contract with the landlord.',
    ],
    whoFor: {
      intro: 'This may be for you if one of these is true:',
      cases: [
        'You have no home of your own, or you stay with other people for now, such as on a friend’s couch.',
        'You are about to leave a hospital, a treatment center or a place where you got care.',
        'The place where you live is not safe or not right for you.',
        'Landlords have turned you down before.',
      ],
    },
    steps: [
      {
        title: 'Plan',
        text: 'We look at what you need in a home, how much money comes in and how much rent you can pay.',
      },
      { title: 'Search', text: 'We look for homes with you, in the places where you want to live.' },
      {
        title: 'Apply',
        text: 'We fill out the forms with you and help you get the papers that landlords ask for.',
      },
      {
        title: 'Meet the landlord',
        text: 'We help you get ready to meet, and we read the lease with you before you sign.',
      },
      { title: 'Move in', text: 'We plan the day of your move with you.' },
    ],
    ending: [
      'We cannot promise you a home, or a move-in date. We work on it with you.',
      'This service ends when you have moved in, or when you no longer want it.',
      'If you want help to keep your new home, go on with Housing Sustaining.',
    ],
  },

  housingSustaining: {
    description: (name) =>
      `${name} helps you keep your home: talking with the landlord, lease rules, budget, yearly paperwork and a plan for a crisis.`,
    lead: 'You have a home. We help you keep it.',
    whatItIs: [
      'This help is for the time after you have moved in.',
      'We help you talk with your landlord, know the rules of your lease, plan your money and act early when there is trouble. A lease is your contract with the landlord.',
    ],
    whoFor: {
      intro: 'This may be for you if one of these is true:',
      cases: [
        'You are behind on your rent or your bills.',
        'You got a letter from your landlord or a court.',
        'You do not get along with your landlord.',
        'Something in your home is broken and nobody will fix it.',
        'You want to stay on top of your money and your paperwork.',
      ],
      more: 'If a letter gives you a date, do not wait. Call us.',
    },
    steps: [
      { title: 'Know your lease', text: 'We read it with you, so that you know its rules.' },
      { title: 'Talk with your landlord', text: 'We help you say what you need, early and calmly.' },
      {
        title: 'See trouble coming',
        text: 'We look out for early signs that you could be evicted. Evicted means that a court makes you leave your home.',
      },
      {
        title: 'Plan your money',
        text: 'We make a budget with you: what comes in, what goes out, what must be paid first.',
      },
      {
        title: 'Do the yearly paperwork',
        text: 'Some programs check once a year whether you still qualify. This is called recertification. We help you with it.',
      },
      {
        title: 'Plan for a crisis',
        text: 'We write down with you what to do and whom to call when things go wrong.',
      },
    ],
    ending: [
      'We look at your goals with you, to see what helps and what does not.',
      'This service ends when you no longer need it or no longer want it.',
    ],
  },

  movingAssistance: {
    description: (name) =>
      `${name} helps with the costs and the work of a move: deposit, fees, truck, movers, furniture, with a receipt for each thing.`,
    lead: 'Help with the costs and the work of a move.',
    whatItIs: [
      'A move costs money, and it takes many hands. This service helps with both. You can ask for it on its own.',
      'These are things it can help with:',
    ],
    kinds: [
      'A deposit: money that the landlord holds while you live there',
      'Application fees: money that you pay to apply for a home',
      'A truck and movers',
      'Furniture',
      'Utilities, such as power, heat and water',
    ],
    whoFor: {
      intro: 'This may be for you if one of these is true:',
      cases: [
        'You have found a home and need help to move in.',
        'You are about to leave a shelter, a hospital or a place where you got care.',
        'You have no furniture, or no way to move what you own.',
      ],
      more: 'Not every cost can be paid. Please ask us before you buy or sign anything.',
    },
    steps: [
      { title: 'Make a list', text: 'We write down with you what you need and what it may cost.' },
      {
        title: 'Look for the money',
        text: 'We find out with you what can be paid for, and who has to say yes first.',
      },
      { title: 'Plan the day', text: 'We plan the truck, the movers and the keys with you.' },
      {
        title: 'Keep each receipt',
        text: 'You get a list of what was bought for you. We keep a receipt for each thing on it.',
      },
    ],
    ending: ['This service ends when you have moved in and there is a receipt for each thing on your list.'],
  },

  housingSupportSupplement: {
    description: (name) =>
      `More help from ${name} for people who get Housing Support (once called GRH): your lease, daily life, work and health.`,
    lead: 'More help for people who get Housing Support.',
    whatItIs: [
      'Housing Support is a program of the State of Minnesota. It helps pay for room and board: a place to live, and food. It was once called GRH, short for Group Residential Housing.',
      'Housing Support is for adults with low income who have a disability or are 65 or older. The supplement adds help from a person. It does not replace Housing Support.',
      'We can give you this help only if we have a contract with your county or your tribe. Ask us.',
    ],
    whoFor: {
      intro:
        'You get room and board from Housing Support, and you need help with at least two of these four:',
      cases: [
        'Your lease and your landlord',
        'Daily life, such as your budget, cooking, staying clean and feeling well',
        'Work: finding a job and keeping it',
        'Your health: someone who keeps an eye on it with you',
      ],
      more: 'You do not get Housing Support, or you are not sure? Ask your county or tribe, or ask us.',
    },
    steps: [
      {
        title: 'Look at your letters',
        text: 'Together, we read the letters from your county or tribe about Housing Support.',
      },
      {
        title: 'Name your needs',
        text: 'A paper called the Professional Statement of Need (PSN) says what you need help with. Ask us how to get one.',
      },
      {
        title: 'Make a plan',
        text: 'We plan with you what help you get, and how often we are in touch each month.',
      },
      { title: 'Get going', text: 'We work on it with you, and write down what we did.' },
    ],
    ending: [
      'The help is approved until a set date. Ask us what happens after that.',
      'It also ends when you no longer want it, or when you no longer get Housing Support.',
    ],
    words: [
      {
        word: 'Supplement',
        meaning: 'Something that is added. Here: help that is added to Housing Support.',
      },
      { word: 'GRH', meaning: 'Group Residential Housing, the old name of Housing Support.' },
      {
        word: 'PSN',
        meaning:
          'Professional Statement of Need, a state form with the number DHS-7122. It names what you need help with.',
      },
      { word: 'DHS', meaning: 'The Minnesota Department of Human Services, a part of the state government.' },
    ],
  },
} satisfies Record<Exclude<ServiceKey, 'additionalServices'>, ServicePageWording>
