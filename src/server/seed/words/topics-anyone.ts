import type { Topic } from './topic.ts'

/** For everybody, with or without a home: papers, appointments, money. */
export const commonTopics: readonly Topic[] = [
  {
    weight: 5,
    openings: [
      'Worked on documents with {client}.',
      '{Client} lost a wallet with everything in it, we start over with {document}.',
      'Went to the service center with {client} for {document}.',
      'Document check with {client} {place}.',
      'Picked up {document} for {client}.',
    ],
    details: [
      'Ordered {otherDocument}, takes two to three weeks.',
      'Fee of {fee} waived with a homeless affidavit.',
      'Have copies of {document}, original stays with {client}.',
      'The birth date on {otherDocument} is wrong; correction form sent.',
      'Everything is scanned to the file now.',
      'Name is spelled differently on two papers, needs a letter.',
      'Interpreter was on the phone the whole time, that helped a lot.',
    ],
    plans: [
      'Pick up on {soon}.',
      'Call the vital records office if nothing has come by {deadline}.',
      '{Client} brings {otherDocument} next time.',
      'Then the application is complete.',
    ],
  },
  {
    weight: 4,
    openings: [
      '{Client} missed the appointment today.',
      'No-show at {time}. Called, straight to voicemail.',
      'Went to the meeting point, {client} was not there.',
      '{Client} cancelled by text an hour before.',
      'Tried to reach {client} {count} times this week.',
    ],
    details: [
      'The bus never came, {client} called later to say sorry.',
      'Left a voicemail without any details.',
      'Phone seems to be out of minutes.',
      '{relative} says {client} is fine and working extra shifts.',
      'Second time this month; talked about what would make it easier.',
      'Sent a text with a new time.',
      'Shelter staff will pass on a note.',
    ],
    plans: [
      'New appointment on {soon} at {time}.',
      'If there is no contact by {deadline}, a letter goes out.',
      'I try again on {soon}.',
      'Will offer to meet closer to work next time.',
    ],
  },
  {
    weight: 4,
    openings: [
      'Went to {county} County with {client} about benefits.',
      'Called the county worker about {client}.',
      'MNbenefits application with {client}, {minutes}.',
      'Letter from {county} County: {client}’s benefits end on {deadline}.',
      '{Client} has been approved for {benefit}!',
    ],
    details: [
      'Waited {wait} minutes on hold, got through in the end.',
      'Worker needs {document} and a statement from {relative}.',
      'Renewal form was sent to the old address.',
      '{benefit} starts on the 1st, about {share} a month.',
      'Denied because of a missing signature; we file again today.',
      'Address is updated in all three systems.',
      'Professional Statement of Need is with the doctor for signature.',
    ],
    plans: [
      'Upload {document} by {soon}.',
      'Appeal if there is no decision by {deadline}.',
      'Call the worker back on {soon}.',
      'Phone interview on {soon} at {time}.',
    ],
  },
  {
    weight: 3,
    openings: [
      'Talked about work with {client}.',
      '{Client} had a job interview on {past}.',
      '{Client} started a new job: {job}.',
      'Resume session with {client} {place}.',
    ],
    details: [
      'Shift starts at 6 am, first bus is at 5:20.',
      'Pays {wage} an hour, 28 hours a week to begin with.',
      'Wrote a résumé, one page, with the volunteer work in it.',
      'Needs black shoes and a white shirt by {soon}.',
      'Worried about losing benefits; went through the numbers together.',
      'English class twice a week goes well.',
      'Child care is the open question.',
    ],
    plans: [
      'First pay stub → county within ten days.',
      'Workforce center on {soon}.',
      'Practise interview questions on {soon}.',
      '{relative} watches the kids until then.',
    ],
  },
]
