import { describe, expect, it } from '@jest/globals';
import { newId, type AttemptId, type ShopId } from '#platform/ids';
import { decimal } from '#platform/money';
import type { PayoutFact } from '#providers';
import { refused } from '#test/support/refused';
import { decideLeg, isOnRecord, legAfterFact, legAfterResolution } from './decide-leg.ts';
import type { LegRow, PayoutRow } from './payout-leg.ts';

const legOf = (some: Partial<LegRow> = {}): LegRow => ({
  attempt_id: newId<AttemptId>(),
  provider_id: 'bank-1',
  leg: 1,
  claim: 1,
  state: 'accepted',
  reported_state: null,
  amount: '100.00',
  paid_amount: '0.00',
  returned_amount: '0.00',
  booked_amount: '0.00',
  suspense_amount: '0.00',
  evidence: null,
  is_open: true,
  is_in_hand: false,
  is_fact_pending: false,
  resolved_by: null,
  ...some,
});
const paidLeg = legOf({ reported_state: 'paid', paid_amount: '100.00', is_open: false });

const payoutOf = (legs: readonly LegRow[], status: PayoutRow['status'] = 'pending'): PayoutRow => ({
  shop_id: newId<ShopId>(),
  operation_id: newId(),
  status,
  currency: 'RUB',
  fx_source: null,
  fx_rate: '1',
  settlement_currency: 'RUB',
  settlement_amount: '210.00',
  tariff_percent: '2',
  tariff_fixed: '0',
  tariff_minimum: '0',
  legs,
});

type Told = Omit<PayoutFact, 'attempt'>;

const told = (state: Told['state'], paid = '0', returned = '0', evidence: Told['evidence'] = []): Told => ({
  state,
  paidTotal: decimal(paid),
  returnedTotal: decimal(returned),
  evidence,
});

describe('a leg that its provider tells of', () => {
  it('is taken on, and open until the last word', () => {
    const open = legAfterFact(legOf({ state: 'sending' }), told('open', '40'));
    expect(open).toMatchObject({ state: 'accepted', reported_state: null, paid_amount: '40.00', is_open: true });
    expect(legAfterFact(open, told('paid', '100'))).toMatchObject({ reported_state: 'paid', is_open: false });
    expect(legAfterFact(open, told('failed'))).toMatchObject({ reported_state: 'paid', paid_amount: '40.00' });
    expect(legAfterFact(legOf(), told('failed'))).toMatchObject({ reported_state: 'failed', is_open: false });
  });

  it('keeps the greatest totals, and has returned no more than was paid', () => {
    expect(legAfterFact(paidLeg, told('paid', '60', '500'))).toMatchObject({
      paid_amount: '100.00',
      returned_amount: '100.00',
    });
    expect(legAfterFact(paidLeg, told('open', '60'))).toEqual(paidLeg);
  });

  it('has the evidence of the greatest total, and any rather than none', () => {
    const item = (amount: string) => ({ amount: decimal(amount), completedAt: new Date(0) });
    const proven = legAfterFact(legOf(), told('open', '40', '0', [item('40')]));
    expect(proven.evidence).toMatchObject([{ amount: '40.00' }]);
    expect(legAfterFact(proven, told('open', '40', '0', [item('1')])).evidence).toBe(proven.evidence);
    expect(legAfterFact(proven, told('paid', '50')).evidence).toBeNull();
    expect(legAfterFact(paidLeg, told('paid', '100', '0', 'later')).evidence).toBe('later');
  });

  it('stays declined, whatever is paid for it', () => {
    const declined = legOf({ state: 'declined', is_open: false });
    expect(legAfterFact(declined, told('paid', '100'))).toMatchObject({ state: 'declined', paid_amount: '100.00' });
  });
});

describe('a leg that an operator decides about', () => {
  it('was carried out with what was paid, or never was', () => {
    const unknown = legOf({ state: 'unknown' });
    const paid = legAfterResolution(unknown, decimal('50'), 'ann');
    expect(paid).toMatchObject({ state: 'accepted', reported_state: 'paid', is_open: false, resolved_by: 'ann' });
    expect(legAfterResolution(unknown, decimal('0'), 'ann')).toMatchObject({
      state: 'voided',
      reported_state: 'failed',
    });
    expect(legAfterResolution(legOf(), decimal('0'), 'ann')).toMatchObject({ state: 'accepted' });
  });

  it('is refused while it is being sent, once it is decided, and below what its provider has told of', () => {
    const resolve = (some: Partial<LegRow>) => () => legAfterResolution(legOf(some), decimal('50'), 'ann');
    expect(resolve({ state: 'sending', is_in_hand: true })).toThrow(refused('leg_being_sent'));
    expect(resolve({ is_open: false })).toThrow(refused('leg_decided_meanwhile'));
    expect(resolve({ paid_amount: '60.00' })).toThrow(refused('leg_less_than_reported'));
    expect(resolve({ paid_amount: '60.00', returned_amount: '10.00' })).not.toThrow();
  });
});

describe('what follows from a leg', () => {
  const after = (legs: readonly LegRow[], fact: Told, status: PayoutRow['status'] = 'pending') => {
    const seen = legs.at(-1)!;
    return decideLeg(payoutOf(legs, status), seen, legAfterFact(seen, fact));
  };

  it('is nothing while another leg is open, but that the payout shows what was paid', () => {
    const decision = after([legOf(), legOf()], told('paid', '100'));
    expect(decision).toMatchObject({ next: 'nothing', isLast: false });
    expect(decision.counted.toFixed(2)).toBe('100.00');
  });

  it('is the end of the payout when it was the last open one', () => {
    expect(after([paidLeg, legOf()], told('paid', '100'))).toMatchObject({ next: 'finish', isLast: true });
    expect(after([paidLeg, legOf()], told('failed'))).toMatchObject({ next: 'finish' });
    expect(after([paidLeg, legOf()], told('open', '50'))).toMatchObject({ next: 'nothing', isLast: true });
  });

  it('counts no more of it than it was to send, and less again when money comes back', () => {
    const seen = legOf({ paid_amount: '90.00' });
    const counted = (fact: Told) => after([legOf(), seen], fact).counted.toFixed(2);
    expect(counted(told('paid', '130'))).toBe('10.00');
    expect(counted(told('paid', '90', '40'))).toBe('-40.00');
  });

  it('is suspense where the payout cannot count the money: of a declined leg, or after its end', () => {
    const declined = legOf({ state: 'declined', is_open: false });
    expect(after([legOf(), declined], told('paid', '100'))).toMatchObject({
      next: 'suspense',
      leg: { is_fact_pending: true },
    });
    const booked = { ...paidLeg, booked_amount: '100.00' };
    expect(after([booked], told('paid', '100', '40'), 'completed')).toMatchObject({ next: 'suspense' });
    expect(after([booked], told('paid', '100'), 'completed')).toMatchObject({ next: 'nothing' });
    const posted = legOf({ state: 'declined', is_open: false, paid_amount: '100.00', suspense_amount: '100.00' });
    expect(after([legOf(), posted], told('open'))).toMatchObject({ next: 'nothing' });
  });

  it('is not worth writing down when all of it is on record', () => {
    expect(isOnRecord(after([legOf(), paidLeg], told('paid', '100')))).toBe(true);
    expect(isOnRecord(after([legOf(), paidLeg], told('paid', '101')))).toBe(false);
    const waiting = { ...paidLeg, is_fact_pending: true };
    expect(isOnRecord(after([legOf(), waiting], told('paid', '100')))).toBe(false);
  });
});
