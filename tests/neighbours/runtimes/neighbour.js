// SPDX-License-Identifier: MIT
// V8's WebAssembly bounds traps and our faults in turn.
const bridge = require(process.argv[2]);
// (module (memory 1) (func (export "f") (param i32) (result i32) local.get 0 i32.load))
const code = new Uint8Array([
	0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x06, 0x01, 0x60, 0x01, 0x7f, 0x01, 0x7f,
	0x03, 0x02, 0x01, 0x00, 0x05, 0x03, 0x01, 0x00, 0x01, 0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00,
	0x0a, 0x09, 0x01, 0x07, 0x00, 0x20, 0x00, 0x28, 0x02, 0x00, 0x0b]);
const load = new WebAssembly.Instance(new WebAssembly.Module(code)).exports.f;
let ours = 0, its = 0;

if (bridge.countPassed())
	throw new Error("V8's handler is not behind ours");
for (let i = 0; i < 10000; i++) {
	ours += bridge.faults(1);
	try {
		load(0x7fff0000);
	} catch (e) {
		its += e instanceof WebAssembly.RuntimeError;
	}
}
console.log(ours, its, bridge.passed(11));
