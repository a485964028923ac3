import { describe, expect, it } from '@jest/globals';
import { findCycle, importGraph } from './import-graph.ts';
import { featureOf, isJoint, listedEdges, moduleOf } from './modules.ts';
import { isTest, projectFiles } from './source-files.ts';

/** The imports that leave their module, without those of the places where modules are joined. */
const crossing = importGraph.filter(({ from, to }) => !isJoint(from) && moduleOf(from)?.at !== moduleOf(to)?.at);

const betweenFeatures = importGraph.filter(({ from, to }) => {
  const [one, other] = [featureOf(from), featureOf(to)];
  return one !== null && other !== null && one !== other;
});

describe('imports', () => {
  it('lead in one direction only: entrances, features, then ledger, providers and outbox, then platform', () => {
    const wrong = crossing.filter(({ from, to }) => !moduleOf(from)?.mayImport.some((start) => to.startsWith(start)));
    expect(wrong.map(({ place, to }) => `${place} imports ${to}`)).toEqual([]);
  });

  it('come from files that belong to a module', () => {
    const homeless = importGraph.filter(({ from }) => !isJoint(from) && moduleOf(from) === undefined);
    expect(homeless.map(({ from }) => from)).toEqual([]);
  });

  it('reach a feature, the ledger and the outbox through their index.ts only, even from tests', () => {
    const faces = /^server\/(features\/[^/]+|ledger|outbox)\//;
    const reaching = importGraph.filter(({ from, to }) => {
      const face = faces.exec(to)?.[0];
      if (face === undefined || from.startsWith(face) || from.startsWith('test/')) return false;
      return to !== `${face}index.ts` && !(isTest(from) && isTest(to));
    });
    expect(reaching.map(({ place, to }) => `${place} reaches into ${to}`)).toEqual([]);
  });

  it('between features are exactly those that docs/architecture.md lists', () => {
    const edges = betweenFeatures
      .filter(({ from }) => !isTest(from))
      .map(({ from, to }) => `${featureOf(from)} → ${featureOf(to)}`);
    expect([...new Set(edges)].sort()).toEqual([...listedEdges()].sort());
  });

  it('never lead from a wire format into a feature', () => {
    const wired = importGraph.filter(({ from, to }) => featureOf(from) !== null && to.startsWith('generated/'));
    expect(wired.map(({ place }) => place)).toEqual([]);
  });

  it('form no cycle', () => {
    expect(findCycle(importGraph)).toBeNull();
  });
});

it('gives every feature a public face', () => {
  const features = new Set(projectFiles.flatMap((path) => featureOf(path) ?? []));
  const faceless = [...features].filter((name) => !projectFiles.includes(`server/features/${name}/index.ts`));
  expect(faceless).toEqual([]);
});
