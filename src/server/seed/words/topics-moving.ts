import type { Topic } from './topic.ts'

/** For people who are looking for a home: where they are until then, and the way into it. */
export const movingTopics: readonly Topic[] = [
  {
    weight: 4,
    openings: [
      'Went to the showing at {building} with {client}.',
      'Saw the unit on {street} together.',
      'Toured {building} with {client} and {relative}.',
      'Met {landlord} at the unit on {street}.',
    ],
    details: [
      '{Client} liked the light and the kitchen, less so the busy street.',
      'Bus stop is right in front, grocery store two blocks away.',
      '{landlord} was friendly and answered everything.',
      'We wrote down {repair} and asked to have it fixed before move-in.',
      'Laundry in the basement, no parking in winter.',
      'Rent is {rent}, deposit the same; water and trash included.',
      'Bathroom has no grab bars; the manager agreed that we may put some in.',
      '{Client} was nervous at first and did great.',
    ],
    plans: [
      '{Client} wants to sleep on it and tells me on {soon}.',
      'Applying today.',
      'Second look on {soon} with {relative}.',
      'Not the right one, we keep looking.',
    ],
  },
  {
    weight: 3,
    openings: [
      'Move-in day for {client} at {building} 🎉',
      'Helped {client} get ready for the move on {soon}.',
      'Keys! {Client} signed the lease for {building} today. 🔑',
      'Ordered the movers for {client}.',
      'Went over the lease with {client} line by line before signing.',
    ],
    details: [
      'Deposit of {rent} paid, itemized receipt on file.',
      'Truck and two movers for {share}, quote saved.',
      'Furniture bank visit booked: {item}, {item2} and a table.',
      'Walked through the unit, took photos and filled out the condition checklist.',
      'Electric and gas are in {client}’s name since {past}.',
      'Change of address done at the post office and with the county.',
      '{Client} slept in a bed of their own for the first time in {count} months.',
      'Bedding, dishes and a shower curtain came from the donation room.',
    ],
    plans: [
      'First home visit on {soon}.',
      'Still to get: {item}.',
      'Rent is due on the 1st, reminder set up on the phone.',
      'Checking in by phone on {soon}.',
      'Receipts go to the file by {soon}.',
    ],
  },
  {
    weight: 3,
    openings: [
      'Visited {client} at the shelter.',
      '{Client} is staying with {relative} for now.',
      'Spoke with {client} about where to sleep this week.',
      'Shelter called: bed is held for {client} until {soon}.',
      'Outreach met {client} near {street} and passed on my message.',
    ],
    details: [
      'The couch is only available until the end of {month}.',
      'Coordinated entry assessment is done, score sent to the county.',
      'Bags are kept in a locker downtown.',
      'Gave a bus card, gloves and the number of the warming space.',
      'Medication needs a refrigerator, shelter staff know about it.',
      'Shelter rules are hard with the night shifts; asked for a late pass.',
      '{Client} sounded tired but hopeful.',
      'Mail can go to our office meanwhile.',
    ],
    plans: [
      'I call the shelter advocate on {soon}.',
      'Meeting {place} on {soon} at {time}.',
      'Ask about a family room by {soon}.',
      'Backup plan: {relative} can help for a weekend.',
    ],
  },
]
