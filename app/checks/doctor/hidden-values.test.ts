import { expect, it } from 'vitest';
import { hidingValues } from './doctor-report.ts';

it('takes out the values of variables whose name or look is secret, the longer ones first', () => {
  const hide = hidingValues({
    API_KEY: 'abc',
    LONG_TOKEN: 'abcdef',
    SESSION: 'a81f-77c2-9b',
    LOG: 'debug',
    HOMEDIR: '/home/ada/x1',
  });
  expect(hide('abcdef abc a81f-77c2-9b debug /home/ada/x1')).toBe(
    '<value of LONG_TOKEN> <value of API_KEY> <value of SESSION> debug /home/ada/x1',
  );
});

it('leaves a text as it is if nothing is secret, or too short to be found for certain', () => {
  expect(hidingValues({})('nothing')).toBe('nothing');
  expect(hidingValues({ API_KEY: '1', TOKEN: '' })('1 and nothing')).toBe('1 and nothing');
});
