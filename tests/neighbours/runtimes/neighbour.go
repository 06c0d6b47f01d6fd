// SPDX-License-Identifier: MIT
// Go's nil dereferences, recovered, and our faults in turn, on several goroutines.
package main

// long bridge_faults(long count);
import "C"
import (
	"fmt"
	"sync"
	"sync/atomic"
)

var ours, its int64

func dereference(p *[64]int) {
	defer func() {
		if recover() != nil {
			atomic.AddInt64(&its, 1)
		}
	}()
	p[3] = 1
}

func main() {
	var all sync.WaitGroup
	for i := 0; i < 4; i++ {
		all.Add(1)
		go func() {
			defer all.Done()
			for j := 0; j < 2500; j++ {
				atomic.AddInt64(&ours, int64(C.bridge_faults(1)))
				dereference(nil)
			}
		}()
	}
	all.Wait()
	fmt.Println(ours, its)
}
