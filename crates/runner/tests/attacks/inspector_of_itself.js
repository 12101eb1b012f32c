// Looks into the harness as a debugger does. There is no answer to find.
// expect: rejected
const { Session } = require("inspector");

function isValid(edges, order) {
  const session = new Session();
  session.connect();
  let found = [];
  session.on("Debugger.paused", ({ params }) => {
    const scopes = params.callFrames.flatMap((frame) => frame.scopeChain.filter((scope) => scope.type !== "global"));
    for (const { object } of scopes) {
      const ask = { objectId: object.objectId };
      session.post("Runtime.getProperties", ask, (_, got) => found.push(...(got?.result ?? []).map(({ name }) => name)));
    }
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
  const paused = 1;
  session.disconnect();
  if (!found.includes("given")) throw new Error("it saw nothing");
  return found.some((name) => /expect|bucket|suite/.test(name));
}
