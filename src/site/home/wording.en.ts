import { publicPaths } from '#contract/paths.ts'

export const homeWording = {
  title: (name: string) => `${name} – help finding and keeping a home in Minnesota`,
  description: (name: string) =>
    `${name} helps people in Minnesota find a home, move in and stay. We listen, make a plan with you and stand by you.`,
  hero: {
    welcome: (name: string) => `Welcome to ${name}`,
    lead: 'Looking for a home is hard. So is the fear of losing one. You do not have to go through it alone. We listen, make a plan with you, and help you find a home and keep it.',
    contact: 'Talk to us',
    services: 'See how we can help',
  },
  help: {
    title: 'Need help right now?',
    call: 'Call',
  },
  needs: {
    title: 'What do you need?',
    choices: [
      { need: 'I want a home and do not know where to begin', href: publicPaths.housingConsultant },
      { need: 'I want to find a home', href: publicPaths.housingTransition },
      { need: 'I may lose my home', href: publicPaths.housingSustaining },
      { need: 'I need help with a move or its costs', href: publicPaths.movingAssistance },
      {
        need: 'I already get Housing Support and need extra help',
        href: publicPaths.housingSupportSupplement,
      },
      { need: 'I need help with more than housing', href: publicPaths.additionalServices },
    ],
    unsure: 'Not sure what to pick, or asking on behalf of someone else?',
    ask: 'Call or write to us.',
  },
  whatWeDo: {
    title: 'What we do',
    lead: 'We work with people in Minnesota. One person from our team gets to know you and works with you step by step. You choose the help you want.',
    steps: [
      {
        icon: 'message',
        title: 'Make a plan',
        text: 'We sit down with you and write a plan for the home you want. We go over it again every year.',
      },
      {
        icon: 'key',
        title: 'Find a home and move in',
        text: 'We help you search, apply, plan your budget, meet landlords and read the lease, which is your contract with the landlord.',
      },
      {
        icon: 'home',
        title: 'Keep your home',
        text: 'We help you talk with your landlord, know the rules of your lease and act early when there is a problem.',
      },
      {
        icon: 'hands',
        title: 'More help',
        text: 'We help with the move itself. We also offer mental health support, a case manager who helps with more than housing, and referrals to people we trust.',
      },
    ],
    more: 'See all our services',
  },
  mission: 'Our mission',
  vision: 'Our vision',
  closing: {
    title: 'Start by talking with us',
    text: 'Tell us what is going on. We will write back and tell you whether we can help, and how. It is free to ask. Please leave out private health details.',
    contact: 'Write to us',
  },
  picture:
    'A small house with lit windows by a lake at dusk. One person holds the door open, another comes up the path with a box.',
} as const
